
(define (problem plan_trial_T22260101_000000_057200)
(:domain alfred)
(:objects
  agent1 - agent
  AlarmClock - object
  Apple - object
  BaseballBat - object
  BasketBall - object
  Bathtub - object
  Blinds - object
  Book - object
  Boots - object
  Bowl - object
  Box - object
  Bread - object
  ButterKnife - object
  CD - object
  Candle - object
  CellPhone - object
  Chair - object
  Cloth - object
  CreditCard - object
  Cup - object
  Curtains - object
  DeskLamp - object
  DishSponge - object
  Egg - object
  FloorLamp - object
  Footstool - object
  Fork - object
  Glassbottle - object
  HandTowel - object
  HousePlant - object
  Kettle - object
  KeyChain - object
  Knife - object
  Ladle - object
  Laptop - object
  LaundryHamperLid - object
  Lettuce - object
  LightSwitch - object
  Mirror - object
  Mug - object
  Newspaper - object
  Painting - object
  Pan - object
  PaperTowel - object
  PaperTowelRoll - object
  Pen - object
  Pencil - object
  PepperShaker - object
  Pillow - object
  Plate - object
  Plunger - object
  Poster - object
  Pot - object
  Potato - object
  RemoteControl - object
  SaltShaker - object
  ScrubBrush - object
  ShowerDoor - object
  ShowerGlass - object
  Sink - object
  SoapBar - object
  SoapBottle - object
  Spatula - object
  Spoon - object
  SprayBottle - object
  Statue - object
  StoveKnob - object
  TeddyBear - object
  Television - object
  TennisRacket - object
  TissueBox - object
  ToiletPaper - object
  ToiletPaperRoll - object
  Tomato - object
  Towel - object
  Vase - object
  Watch - object
  WateringCan - object
  Window - object
  WineBottle - object
  AlarmClockType - otype
  AppleType - otype
  BaseballBatType - otype
  BasketBallType - otype
  BathtubType - otype
  BlindsType - otype
  BookType - otype
  BootsType - otype
  BowlType - otype
  BoxType - otype
  BreadType - otype
  ButterKnifeType - otype
  CDType - otype
  CandleType - otype
  CellPhoneType - otype
  ChairType - otype
  ClothType - otype
  CreditCardType - otype
  CupType - otype
  CurtainsType - otype
  DeskLampType - otype
  DishSpongeType - otype
  EggType - otype
  FloorLampType - otype
  FootstoolType - otype
  ForkType - otype
  GlassbottleType - otype
  HandTowelType - otype
  HousePlantType - otype
  KettleType - otype
  KeyChainType - otype
  KnifeType - otype
  LadleType - otype
  LaptopType - otype
  LaundryHamperLidType - otype
  LettuceType - otype
  LightSwitchType - otype
  MirrorType - otype
  MugType - otype
  NewspaperType - otype
  PaintingType - otype
  PanType - otype
  PaperTowelType - otype
  PaperTowelRollType - otype
  PenType - otype
  PencilType - otype
  PepperShakerType - otype
  PillowType - otype
  PlateType - otype
  PlungerType - otype
  PosterType - otype
  PotType - otype
  PotatoType - otype
  RemoteControlType - otype
  SaltShakerType - otype
  ScrubBrushType - otype
  ShowerDoorType - otype
  ShowerGlassType - otype
  SinkType - otype
  SoapBarType - otype
  SoapBottleType - otype
  SpatulaType - otype
  SpoonType - otype
  SprayBottleType - otype
  StatueType - otype
  StoveKnobType - otype
  TeddyBearType - otype
  TelevisionType - otype
  TennisRacketType - otype
  TissueBoxType - otype
  ToiletPaperType - otype
  ToiletPaperRollType - otype
  TomatoType - otype
  TowelType - otype
  VaseType - otype
  WatchType - otype
  WateringCanType - otype
  WindowType - otype
  WineBottleType - otype
  ArmChairType - rtype
  BathtubBasinType - rtype
  BedType - rtype
  CabinetType - rtype
  CartType - rtype
  CoffeeMachineType - rtype
  CoffeeTableType - rtype
  CounterTopType - rtype
  DeskType - rtype
  DiningTableType - rtype
  DrawerType - rtype
  DresserType - rtype
  FridgeType - rtype
  GarbageCanType - rtype
  HandTowelHolderType - rtype
  LaundryHamperType - rtype
  MicrowaveType - rtype
  OttomanType - rtype
  SafeType - rtype
  ShelfType - rtype
  SideTableType - rtype
  SinkBasinType - rtype
  SofaType - rtype
  StoveBurnerType - rtype
  TVStandType - rtype
  ToasterType - rtype
  ToiletType - rtype
  ToiletPaperHangerType - rtype
  TowelHolderType - rtype
  Chair_bar__minus_01_dot_41_bar__plus_01_dot_42_bar__plus_01_dot_27 - object
  Chair_bar__minus_00_dot_99_bar__plus_00_dot_99_bar__plus_01_dot_52 - object
  HousePlant_bar__minus_00_dot_63_bar__plus_01_dot_28_bar__minus_01_dot_31 - object
  LightSwitch_bar__minus_00_dot_35_bar__plus_00_dot_42_bar__minus_01_dot_86 - object
  Sink_bar__minus_00_dot_70_bar__plus_00_dot_93_bar__minus_00_dot_65 - object
  StoveKnob_bar__minus_02_dot_46_bar__plus_00_dot_92_bar__plus_02_dot_36 - object
  StoveKnob_bar__minus_03_dot_45_bar__plus_01_dot_05_bar__plus_01_dot_96 - object
  StoveKnob_bar__minus_02_dot_49_bar__plus_00_dot_88_bar__minus_01_dot_40 - object
  StoveKnob_bar__minus_03_dot_45_bar__plus_01_dot_08_bar__plus_00_dot_38 - object
  Window_bar__minus_02_dot_11_bar__plus_00_dot_58_bar__minus_00_dot_03 - object
  Window_bar__minus_04_dot_20_bar__plus_00_dot_34_bar__minus_01_dot_97 - object
  Apple_bar__plus_01_dot_16_bar__plus_01_dot_29_bar__minus_00_dot_05 - object
  Apple_bar__minus_00_dot_50_bar__plus_00_dot_54_bar__minus_01_dot_02 - object
  Apple_bar__plus_00_dot_94_bar__plus_00_dot_35_bar__minus_00_dot_49 - object
  Bowl_bar__minus_00_dot_39_bar__plus_01_dot_55_bar__minus_01_dot_43 - object
  Bread_bar__plus_00_dot_39_bar__plus_00_dot_69_bar__plus_01_dot_62 - object
  ButterKnife_bar__plus_00_dot_81_bar__plus_00_dot_66_bar__minus_01_dot_64 - object
  ButterKnife_bar__plus_00_dot_43_bar__plus_00_dot_94_bar__minus_01_dot_10 - object
  ButterKnife_bar__plus_00_dot_64_bar__plus_01_dot_29_bar__minus_02_dot_32 - object
  CellPhone_bar__plus_01_dot_22_bar__plus_00_dot_28_bar__minus_02_dot_20 - object
  CellPhone_bar__minus_01_dot_35_bar__plus_00_dot_09_bar__plus_02_dot_23 - object
  CellPhone_bar__plus_00_dot_39_bar__plus_01_dot_00_bar__minus_00_dot_81 - object
  CreditCard_bar__plus_00_dot_82_bar__plus_01_dot_35_bar__minus_00_dot_61 - object
  CreditCard_bar__plus_00_dot_89_bar__plus_01_dot_60_bar__minus_01_dot_24 - object
  Cup_bar__minus_02_dot_40_bar__plus_01_dot_51_bar__minus_00_dot_29 - object
  Cup_bar__plus_00_dot_74_bar__plus_00_dot_08_bar__minus_02_dot_00 - object
  Cup_bar__minus_00_dot_43_bar__plus_00_dot_71_bar__minus_01_dot_13 - object
  DishSponge_bar__minus_00_dot_84_bar__plus_01_dot_00_bar__plus_01_dot_15 - object
  DishSponge_bar__plus_00_dot_70_bar__plus_01_dot_30_bar__plus_00_dot_13 - object
  DishSponge_bar__minus_00_dot_16_bar__plus_01_dot_58_bar__minus_01_dot_18 - object
  Egg_bar__minus_00_dot_37_bar__plus_01_dot_37_bar__minus_00_dot_67 - object
  Egg_bar__plus_00_dot_79_bar__plus_00_dot_43_bar__plus_01_dot_41 - object
  Egg_bar__minus_00_dot_86_bar__plus_01_dot_18_bar__minus_01_dot_29 - object
  Fork_bar__plus_00_dot_08_bar__plus_00_dot_73_bar__minus_01_dot_07 - object
  Fork_bar__plus_00_dot_67_bar__plus_01_dot_22_bar__minus_02_dot_40 - object
  Fork_bar__minus_00_dot_66_bar__plus_00_dot_68_bar__minus_01_dot_23 - object
  Glassbottle_bar__minus_00_dot_34_bar__plus_00_dot_86_bar__minus_00_dot_73 - object
  Knife_bar__plus_00_dot_99_bar__plus_01_dot_54_bar__minus_02_dot_26 - object
  Knife_bar__minus_01_dot_03_bar__plus_01_dot_46_bar__minus_01_dot_24 - object
  Knife_bar__plus_00_dot_61_bar__plus_01_dot_09_bar__plus_00_dot_14 - object
  Lettuce_bar__plus_00_dot_62_bar__plus_00_dot_29_bar__plus_01_dot_42 - object
  Lettuce_bar__plus_00_dot_88_bar__plus_01_dot_50_bar__minus_00_dot_07 - object
  Lettuce_bar__plus_01_dot_11_bar__plus_01_dot_10_bar__minus_00_dot_65 - object
  Mug_bar__plus_00_dot_67_bar__plus_00_dot_74_bar__plus_00_dot_44 - object
  Mug_bar__plus_01_dot_21_bar__plus_00_dot_99_bar__minus_00_dot_02 - object
  Pan_bar__plus_00_dot_56_bar__plus_00_dot_71_bar__minus_00_dot_65 - object
  Pan_bar__minus_01_dot_88_bar__plus_01_dot_04_bar__plus_01_dot_02 - object
  Pan_bar__minus_02_dot_85_bar__plus_01_dot_73_bar__minus_01_dot_18 - object
  PaperTowelRoll_bar__plus_01_dot_02_bar__plus_01_dot_34_bar__minus_02_dot_36 - object
  PepperShaker_bar__plus_01_dot_03_bar__plus_00_dot_17_bar__minus_02_dot_33 - object
  Plate_bar__plus_00_dot_70_bar__plus_01_dot_40_bar__minus_00_dot_49 - object
  Pot_bar__minus_03_dot_59_bar__plus_00_dot_63_bar__minus_01_dot_27 - object
  Potato_bar__minus_00_dot_61_bar__plus_01_dot_10_bar__minus_01_dot_63 - object
  SaltShaker_bar__minus_00_dot_99_bar__plus_01_dot_59_bar__minus_01_dot_11 - object
  SaltShaker_bar__minus_02_dot_49_bar__plus_00_dot_36_bar__plus_02_dot_72 - object
  SoapBottle_bar__minus_00_dot_44_bar__plus_01_dot_26_bar__minus_01_dot_70 - object
  SoapBottle_bar__plus_00_dot_45_bar__plus_01_dot_46_bar__minus_01_dot_85 - object
  Spatula_bar__minus_00_dot_67_bar__plus_01_dot_42_bar__minus_01_dot_45 - object
  Spoon_bar__plus_01_dot_16_bar__plus_00_dot_74_bar__minus_01_dot_75 - object
  Statue_bar__plus_00_dot_77_bar__plus_00_dot_78_bar__minus_00_dot_14 - object
  Statue_bar__plus_01_dot_06_bar__plus_01_dot_29_bar__plus_00_dot_09 - object
  Tomato_bar__plus_01_dot_11_bar__plus_01_dot_45_bar__plus_00_dot_04 - object
  Tomato_bar__minus_00_dot_67_bar__plus_01_dot_64_bar__minus_01_dot_68 - object
  Tomato_bar__minus_01_dot_11_bar__plus_00_dot_23_bar__minus_01_dot_40 - object
  Vase_bar__minus_02_dot_60_bar__plus_01_dot_14_bar__minus_00_dot_17 - object
  Vase_bar__plus_00_dot_63_bar__plus_01_dot_57_bar__minus_01_dot_91 - object
  Vase_bar__minus_00_dot_58_bar__plus_01_dot_74_bar__minus_01_dot_52 - object
  Cabinet_bar__plus_00_dot_65_bar__plus_00_dot_48_bar__plus_00_dot_24 - receptacle
  Cabinet_bar__plus_00_dot_65_bar__plus_00_dot_48_bar__minus_01_dot_72 - receptacle
  Cabinet_bar__plus_00_dot_95_bar__plus_02_dot_16_bar__minus_02_dot_38 - receptacle
  Cabinet_bar__minus_02_dot_28_bar__plus_01_dot_05_bar__minus_00_dot_27 - receptacle
  CoffeeMachine_bar__plus_00_dot_92_bar__plus_00_dot_26_bar__plus_02_dot_69 - receptacle
  CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21 - receptacle
  CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_02_dot_05 - receptacle
  CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64 - receptacle
  Drawer_bar__plus_00_dot_64_bar__plus_00_dot_27_bar__minus_00_dot_65 - receptacle
  Drawer_bar__plus_00_dot_64_bar__plus_00_dot_55_bar__minus_00_dot_65 - receptacle
  Drawer_bar__plus_00_dot_64_bar__plus_00_dot_76_bar__minus_00_dot_65 - receptacle
  Fridge_bar__plus_00_dot_97_bar__plus_00_dot_00_bar__plus_01_dot_25 - receptacle
  GarbageCan_bar__minus_00_dot_95_bar__plus_00_dot_00_bar__plus_00_dot_58 - receptacle
  Microwave_bar__plus_01_dot_04_bar__plus_01_dot_68_bar__minus_01_dot_30 - receptacle
  Shelf_bar__minus_01_dot_69_bar__plus_00_dot_16_bar__plus_02_dot_72 - receptacle
  Shelf_bar__minus_01_dot_69_bar__plus_00_dot_54_bar__plus_02_dot_72 - receptacle
  Shelf_bar__minus_01_dot_69_bar__plus_00_dot_87_bar__plus_02_dot_72 - receptacle
  Sink_bar__minus_00_dot_70_bar__plus_00_dot_93_bar__minus_00_dot_65_bar_SinkBasin - receptacle
  StoveBurner_bar__minus_02_dot_09_bar__plus_01_dot_19_bar__plus_00_dot_93 - receptacle
  StoveBurner_bar__minus_02_dot_15_bar__plus_01_dot_29_bar__plus_00_dot_88 - receptacle
  StoveBurner_bar__minus_03_dot_30_bar__plus_01_dot_48_bar__minus_01_dot_48 - receptacle
  StoveBurner_bar__minus_03_dot_32_bar__plus_01_dot_07_bar__minus_00_dot_94 - receptacle
  Toaster_bar__minus_00_dot_98_bar__plus_01_dot_63_bar__minus_01_dot_55 - receptacle
  loc_bar__minus_10_bar_7_bar_3_bar_30 - location
  loc_bar__minus_12_bar__minus_7_bar_1_bar_30 - location
  loc_bar__minus_12_bar_10_bar_1_bar_30 - location
  loc_bar__minus_12_bar_3_bar_3_bar_30 - location
  loc_bar__minus_13_bar__minus_1_bar_1_bar__minus_30 - location
  loc_bar__minus_13_bar__minus_2_bar_2_bar_45 - location
  loc_bar__minus_13_bar__minus_2_bar_2_bar_60 - location
  loc_bar__minus_13_bar__minus_8_bar_3_bar_30 - location
  loc_bar__minus_14_bar__minus_1_bar_2_bar_30 - location
  loc_bar__minus_1_bar_3_bar_1_bar_30 - location
  loc_bar__minus_2_bar_5_bar_3_bar_30 - location
  loc_bar__minus_3_bar__minus_8_bar_0_bar_30 - location
  loc_bar__minus_6_bar_6_bar_0_bar_30 - location
  loc_bar__minus_7_bar_2_bar_0_bar_45 - location
  loc_bar__minus_7_bar_2_bar_0_bar_60 - location
  loc_bar__minus_7_bar_2_bar_2_bar_30 - location
  loc_bar__minus_9_bar_6_bar_0_bar_30 - location
  loc_bar__minus_9_bar_7_bar_0_bar_30 - location
  loc_bar_0_bar__minus_3_bar_3_bar_30 - location
  loc_bar_0_bar__minus_4_bar_1_bar_30 - location
  loc_bar_0_bar__minus_6_bar_0_bar_30 - location
  loc_bar_0_bar__minus_6_bar_3_bar_30 - location
  loc_bar_0_bar__minus_8_bar_1_bar_30 - location
  loc_bar_0_bar_4_bar_3_bar_30 - location
  loc_bar_0_bar_5_bar_1_bar_0 - location
  loc_bar_1_bar__minus_1_bar_1_bar_30 - location
  loc_bar_1_bar__minus_5_bar_1_bar_0 - location
  loc_bar_1_bar__minus_8_bar_1_bar__minus_30 - location
  loc_bar_1_bar__minus_8_bar_1_bar_30 - location
  loc_bar_1_bar_10_bar_1_bar_30 - location
  )

(:init
  (receptacleType Cabinet_bar__plus_00_dot_65_bar__plus_00_dot_48_bar__plus_00_dot_24 CabinetType)
  (receptacleType Cabinet_bar__plus_00_dot_65_bar__plus_00_dot_48_bar__minus_01_dot_72 CabinetType)
  (receptacleType Cabinet_bar__plus_00_dot_95_bar__plus_02_dot_16_bar__minus_02_dot_38 CabinetType)
  (receptacleType Cabinet_bar__minus_02_dot_28_bar__plus_01_dot_05_bar__minus_00_dot_27 CabinetType)
  (receptacleType CoffeeMachine_bar__plus_00_dot_92_bar__plus_00_dot_26_bar__plus_02_dot_69 CoffeeMachineType)
  (receptacleType CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21 CounterTopType)
  (receptacleType CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_02_dot_05 CounterTopType)
  (receptacleType CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64 CounterTopType)
  (receptacleType Drawer_bar__plus_00_dot_64_bar__plus_00_dot_27_bar__minus_00_dot_65 DrawerType)
  (receptacleType Drawer_bar__plus_00_dot_64_bar__plus_00_dot_55_bar__minus_00_dot_65 DrawerType)
  (receptacleType Drawer_bar__plus_00_dot_64_bar__plus_00_dot_76_bar__minus_00_dot_65 DrawerType)
  (receptacleType Fridge_bar__plus_00_dot_97_bar__plus_00_dot_00_bar__plus_01_dot_25 FridgeType)
  (receptacleType GarbageCan_bar__minus_00_dot_95_bar__plus_00_dot_00_bar__plus_00_dot_58 GarbageCanType)
  (receptacleType Microwave_bar__plus_01_dot_04_bar__plus_01_dot_68_bar__minus_01_dot_30 MicrowaveType)
  (receptacleType Shelf_bar__minus_01_dot_69_bar__plus_00_dot_16_bar__plus_02_dot_72 ShelfType)
  (receptacleType Shelf_bar__minus_01_dot_69_bar__plus_00_dot_54_bar__plus_02_dot_72 ShelfType)
  (receptacleType Shelf_bar__minus_01_dot_69_bar__plus_00_dot_87_bar__plus_02_dot_72 ShelfType)
  (receptacleType Sink_bar__minus_00_dot_70_bar__plus_00_dot_93_bar__minus_00_dot_65_bar_SinkBasin SinkBasinType)
  (receptacleType StoveBurner_bar__minus_02_dot_09_bar__plus_01_dot_19_bar__plus_00_dot_93 StoveBurnerType)
  (receptacleType StoveBurner_bar__minus_02_dot_15_bar__plus_01_dot_29_bar__plus_00_dot_88 StoveBurnerType)
  (receptacleType StoveBurner_bar__minus_03_dot_30_bar__plus_01_dot_48_bar__minus_01_dot_48 StoveBurnerType)
  (receptacleType StoveBurner_bar__minus_03_dot_32_bar__plus_01_dot_07_bar__minus_00_dot_94 StoveBurnerType)
  (receptacleType Toaster_bar__minus_00_dot_98_bar__plus_01_dot_63_bar__minus_01_dot_55 ToasterType)
  (objectType Chair_bar__minus_01_dot_41_bar__plus_01_dot_42_bar__plus_01_dot_27 ChairType)
  (objectType Chair_bar__minus_00_dot_99_bar__plus_00_dot_99_bar__plus_01_dot_52 ChairType)
  (objectType HousePlant_bar__minus_00_dot_63_bar__plus_01_dot_28_bar__minus_01_dot_31 HousePlantType)
  (objectType LightSwitch_bar__minus_00_dot_35_bar__plus_00_dot_42_bar__minus_01_dot_86 LightSwitchType)
  (objectType Sink_bar__minus_00_dot_70_bar__plus_00_dot_93_bar__minus_00_dot_65 SinkType)
  (objectType StoveKnob_bar__minus_02_dot_46_bar__plus_00_dot_92_bar__plus_02_dot_36 StoveKnobType)
  (objectType StoveKnob_bar__minus_03_dot_45_bar__plus_01_dot_05_bar__plus_01_dot_96 StoveKnobType)
  (objectType StoveKnob_bar__minus_02_dot_49_bar__plus_00_dot_88_bar__minus_01_dot_40 StoveKnobType)
  (objectType StoveKnob_bar__minus_03_dot_45_bar__plus_01_dot_08_bar__plus_00_dot_38 StoveKnobType)
  (objectType Window_bar__minus_02_dot_11_bar__plus_00_dot_58_bar__minus_00_dot_03 WindowType)
  (objectType Window_bar__minus_04_dot_20_bar__plus_00_dot_34_bar__minus_01_dot_97 WindowType)
  (objectType Apple_bar__plus_01_dot_16_bar__plus_01_dot_29_bar__minus_00_dot_05 AppleType)
  (objectType Apple_bar__minus_00_dot_50_bar__plus_00_dot_54_bar__minus_01_dot_02 AppleType)
  (objectType Apple_bar__plus_00_dot_94_bar__plus_00_dot_35_bar__minus_00_dot_49 AppleType)
  (objectType Bowl_bar__minus_00_dot_39_bar__plus_01_dot_55_bar__minus_01_dot_43 BowlType)
  (objectType Bread_bar__plus_00_dot_39_bar__plus_00_dot_69_bar__plus_01_dot_62 BreadType)
  (objectType ButterKnife_bar__plus_00_dot_81_bar__plus_00_dot_66_bar__minus_01_dot_64 ButterKnifeType)
  (objectType ButterKnife_bar__plus_00_dot_43_bar__plus_00_dot_94_bar__minus_01_dot_10 ButterKnifeType)
  (objectType ButterKnife_bar__plus_00_dot_64_bar__plus_01_dot_29_bar__minus_02_dot_32 ButterKnifeType)
  (objectType CellPhone_bar__plus_01_dot_22_bar__plus_00_dot_28_bar__minus_02_dot_20 CellPhoneType)
  (objectType CellPhone_bar__minus_01_dot_35_bar__plus_00_dot_09_bar__plus_02_dot_23 CellPhoneType)
  (objectType CellPhone_bar__plus_00_dot_39_bar__plus_01_dot_00_bar__minus_00_dot_81 CellPhoneType)
  (objectType CreditCard_bar__plus_00_dot_82_bar__plus_01_dot_35_bar__minus_00_dot_61 CreditCardType)
  (objectType CreditCard_bar__plus_00_dot_89_bar__plus_01_dot_60_bar__minus_01_dot_24 CreditCardType)
  (objectType Cup_bar__minus_02_dot_40_bar__plus_01_dot_51_bar__minus_00_dot_29 CupType)
  (objectType Cup_bar__plus_00_dot_74_bar__plus_00_dot_08_bar__minus_02_dot_00 CupType)
  (objectType Cup_bar__minus_00_dot_43_bar__plus_00_dot_71_bar__minus_01_dot_13 CupType)
  (objectType DishSponge_bar__minus_00_dot_84_bar__plus_01_dot_00_bar__plus_01_dot_15 DishSpongeType)
  (objectType DishSponge_bar__plus_00_dot_70_bar__plus_01_dot_30_bar__plus_00_dot_13 DishSpongeType)
  (objectType DishSponge_bar__minus_00_dot_16_bar__plus_01_dot_58_bar__minus_01_dot_18 DishSpongeType)
  (objectType Egg_bar__minus_00_dot_37_bar__plus_01_dot_37_bar__minus_00_dot_67 EggType)
  (objectType Egg_bar__plus_00_dot_79_bar__plus_00_dot_43_bar__plus_01_dot_41 EggType)
  (objectType Egg_bar__minus_00_dot_86_bar__plus_01_dot_18_bar__minus_01_dot_29 EggType)
  (objectType Fork_bar__plus_00_dot_08_bar__plus_00_dot_73_bar__minus_01_dot_07 ForkType)
  (objectType Fork_bar__plus_00_dot_67_bar__plus_01_dot_22_bar__minus_02_dot_40 ForkType)
  (objectType Fork_bar__minus_00_dot_66_bar__plus_00_dot_68_bar__minus_01_dot_23 ForkType)
  (objectType Glassbottle_bar__minus_00_dot_34_bar__plus_00_dot_86_bar__minus_00_dot_73 GlassbottleType)
  (objectType Knife_bar__plus_00_dot_99_bar__plus_01_dot_54_bar__minus_02_dot_26 KnifeType)
  (objectType Knife_bar__minus_01_dot_03_bar__plus_01_dot_46_bar__minus_01_dot_24 KnifeType)
  (objectType Knife_bar__plus_00_dot_61_bar__plus_01_dot_09_bar__plus_00_dot_14 KnifeType)
  (objectType Lettuce_bar__plus_00_dot_62_bar__plus_00_dot_29_bar__plus_01_dot_42 LettuceType)
  (objectType Lettuce_bar__plus_00_dot_88_bar__plus_01_dot_50_bar__minus_00_dot_07 LettuceType)
  (objectType Lettuce_bar__plus_01_dot_11_bar__plus_01_dot_10_bar__minus_00_dot_65 LettuceType)
  (objectType Mug_bar__plus_00_dot_67_bar__plus_00_dot_74_bar__plus_00_dot_44 MugType)
  (objectType Mug_bar__plus_01_dot_21_bar__plus_00_dot_99_bar__minus_00_dot_02 MugType)
  (objectType Pan_bar__plus_00_dot_56_bar__plus_00_dot_71_bar__minus_00_dot_65 PanType)
  (objectType Pan_bar__minus_01_dot_88_bar__plus_01_dot_04_bar__plus_01_dot_02 PanType)
  (objectType Pan_bar__minus_02_dot_85_bar__plus_01_dot_73_bar__minus_01_dot_18 PanType)
  (objectType PaperTowelRoll_bar__plus_01_dot_02_bar__plus_01_dot_34_bar__minus_02_dot_36 PaperTowelRollType)
  (objectType PepperShaker_bar__plus_01_dot_03_bar__plus_00_dot_17_bar__minus_02_dot_33 PepperShakerType)
  (objectType Plate_bar__plus_00_dot_70_bar__plus_01_dot_40_bar__minus_00_dot_49 PlateType)
  (objectType Pot_bar__minus_03_dot_59_bar__plus_00_dot_63_bar__minus_01_dot_27 PotType)
  (objectType Potato_bar__minus_00_dot_61_bar__plus_01_dot_10_bar__minus_01_dot_63 PotatoType)
  (objectType SaltShaker_bar__minus_00_dot_99_bar__plus_01_dot_59_bar__minus_01_dot_11 SaltShakerType)
  (objectType SaltShaker_bar__minus_02_dot_49_bar__plus_00_dot_36_bar__plus_02_dot_72 SaltShakerType)
  (objectType SoapBottle_bar__minus_00_dot_44_bar__plus_01_dot_26_bar__minus_01_dot_70 SoapBottleType)
  (objectType SoapBottle_bar__plus_00_dot_45_bar__plus_01_dot_46_bar__minus_01_dot_85 SoapBottleType)
  (objectType Spatula_bar__minus_00_dot_67_bar__plus_01_dot_42_bar__minus_01_dot_45 SpatulaType)
  (objectType Spoon_bar__plus_01_dot_16_bar__plus_00_dot_74_bar__minus_01_dot_75 SpoonType)
  (objectType Statue_bar__plus_00_dot_77_bar__plus_00_dot_78_bar__minus_00_dot_14 StatueType)
  (objectType Statue_bar__plus_01_dot_06_bar__plus_01_dot_29_bar__plus_00_dot_09 StatueType)
  (objectType Tomato_bar__plus_01_dot_11_bar__plus_01_dot_45_bar__plus_00_dot_04 TomatoType)
  (objectType Tomato_bar__minus_00_dot_67_bar__plus_01_dot_64_bar__minus_01_dot_68 TomatoType)
  (objectType Tomato_bar__minus_01_dot_11_bar__plus_00_dot_23_bar__minus_01_dot_40 TomatoType)
  (objectType Vase_bar__minus_02_dot_60_bar__plus_01_dot_14_bar__minus_00_dot_17 VaseType)
  (objectType Vase_bar__plus_00_dot_63_bar__plus_01_dot_57_bar__minus_01_dot_91 VaseType)
  (objectType Vase_bar__minus_00_dot_58_bar__plus_01_dot_74_bar__minus_01_dot_52 VaseType)
  (canContain CabinetType BowlType)
  (canContain CabinetType CupType)
  (canContain CabinetType DishSpongeType)
  (canContain CabinetType GlassbottleType)
  (canContain CabinetType MugType)
  (canContain CabinetType PanType)
  (canContain CabinetType PepperShakerType)
  (canContain CabinetType PlateType)
  (canContain CabinetType PotType)
  (canContain CabinetType SaltShakerType)
  (canContain CabinetType SoapBottleType)
  (canContain CabinetType VaseType)
  (canContain CoffeeMachineType MugType)
  (canContain CounterTopType AppleType)
  (canContain CounterTopType BowlType)
  (canContain CounterTopType BreadType)
  (canContain CounterTopType ButterKnifeType)
  (canContain CounterTopType CellPhoneType)
  (canContain CounterTopType CreditCardType)
  (canContain CounterTopType CupType)
  (canContain CounterTopType DishSpongeType)
  (canContain CounterTopType EggType)
  (canContain CounterTopType ForkType)
  (canContain CounterTopType GlassbottleType)
  (canContain CounterTopType KnifeType)
  (canContain CounterTopType LettuceType)
  (canContain CounterTopType MugType)
  (canContain CounterTopType PanType)
  (canContain CounterTopType PepperShakerType)
  (canContain CounterTopType PlateType)
  (canContain CounterTopType PotType)
  (canContain CounterTopType PotatoType)
  (canContain CounterTopType SaltShakerType)
  (canContain CounterTopType SoapBottleType)
  (canContain CounterTopType SpatulaType)
  (canContain CounterTopType SpoonType)
  (canContain CounterTopType StatueType)
  (canContain CounterTopType TomatoType)
  (canContain CounterTopType VaseType)
  (canContain DrawerType ButterKnifeType)
  (canContain DrawerType CellPhoneType)
  (canContain DrawerType CreditCardType)
  (canContain DrawerType DishSpongeType)
  (canContain DrawerType ForkType)
  (canContain DrawerType KnifeType)
  (canContain DrawerType PepperShakerType)
  (canContain DrawerType SaltShakerType)
  (canContain DrawerType SoapBottleType)
  (canContain DrawerType SpatulaType)
  (canContain DrawerType SpoonType)
  (canContain FridgeType AppleType)
  (canContain FridgeType BowlType)
  (canContain FridgeType BreadType)
  (canContain FridgeType CupType)
  (canContain FridgeType EggType)
  (canContain FridgeType GlassbottleType)
  (canContain FridgeType LettuceType)
  (canContain FridgeType MugType)
  (canContain FridgeType PanType)
  (canContain FridgeType PlateType)
  (canContain FridgeType PotType)
  (canContain FridgeType PotatoType)
  (canContain FridgeType TomatoType)
  (canContain GarbageCanType AppleType)
  (canContain GarbageCanType BreadType)
  (canContain GarbageCanType DishSpongeType)
  (canContain GarbageCanType EggType)
  (canContain GarbageCanType LettuceType)
  (canContain GarbageCanType PotatoType)
  (canContain GarbageCanType SoapBottleType)
  (canContain GarbageCanType TomatoType)
  (canContain MicrowaveType AppleType)
  (canContain MicrowaveType BowlType)
  (canContain MicrowaveType BreadType)
  (canContain MicrowaveType CupType)
  (canContain MicrowaveType EggType)
  (canContain MicrowaveType GlassbottleType)
  (canContain MicrowaveType MugType)
  (canContain MicrowaveType PlateType)
  (canContain MicrowaveType PotatoType)
  (canContain MicrowaveType TomatoType)
  (canContain ShelfType BowlType)
  (canContain ShelfType CellPhoneType)
  (canContain ShelfType CreditCardType)
  (canContain ShelfType CupType)
  (canContain ShelfType DishSpongeType)
  (canContain ShelfType GlassbottleType)
  (canContain ShelfType MugType)
  (canContain ShelfType PepperShakerType)
  (canContain ShelfType PlateType)
  (canContain ShelfType PotType)
  (canContain ShelfType SaltShakerType)
  (canContain ShelfType SoapBottleType)
  (canContain ShelfType StatueType)
  (canContain ShelfType VaseType)
  (canContain SinkBasinType AppleType)
  (canContain SinkBasinType BowlType)
  (canContain SinkBasinType ButterKnifeType)
  (canContain SinkBasinType CupType)
  (canContain SinkBasinType DishSpongeType)
  (canContain SinkBasinType EggType)
  (canContain SinkBasinType ForkType)
  (canContain SinkBasinType GlassbottleType)
  (canContain SinkBasinType KnifeType)
  (canContain SinkBasinType LettuceType)
  (canContain SinkBasinType MugType)
  (canContain SinkBasinType PanType)
  (canContain SinkBasinType PlateType)
  (canContain SinkBasinType PotType)
  (canContain SinkBasinType PotatoType)
  (canContain SinkBasinType SpatulaType)
  (canContain SinkBasinType SpoonType)
  (canContain SinkBasinType TomatoType)
  (canContain StoveBurnerType PanType)
  (canContain StoveBurnerType PotType)
  (isReceptacleObject Bowl_bar__minus_00_dot_39_bar__plus_01_dot_55_bar__minus_01_dot_43)
  (isReceptacleObject Cup_bar__minus_02_dot_40_bar__plus_01_dot_51_bar__minus_00_dot_29)
  (isReceptacleObject Cup_bar__plus_00_dot_74_bar__plus_00_dot_08_bar__minus_02_dot_00)
  (isReceptacleObject Cup_bar__minus_00_dot_43_bar__plus_00_dot_71_bar__minus_01_dot_13)
  (isReceptacleObject Mug_bar__plus_00_dot_67_bar__plus_00_dot_74_bar__plus_00_dot_44)
  (isReceptacleObject Mug_bar__plus_01_dot_21_bar__plus_00_dot_99_bar__minus_00_dot_02)
  (isReceptacleObject Pan_bar__plus_00_dot_56_bar__plus_00_dot_71_bar__minus_00_dot_65)
  (isReceptacleObject Pan_bar__minus_01_dot_88_bar__plus_01_dot_04_bar__plus_01_dot_02)
  (isReceptacleObject Pan_bar__minus_02_dot_85_bar__plus_01_dot_73_bar__minus_01_dot_18)
  (isReceptacleObject Plate_bar__plus_00_dot_70_bar__plus_01_dot_40_bar__minus_00_dot_49)
  (isReceptacleObject Pot_bar__minus_03_dot_59_bar__plus_00_dot_63_bar__minus_01_dot_27)
  (openable Cabinet_bar__plus_00_dot_65_bar__plus_00_dot_48_bar__plus_00_dot_24)
  (openable Cabinet_bar__plus_00_dot_65_bar__plus_00_dot_48_bar__minus_01_dot_72)
  (openable Cabinet_bar__plus_00_dot_95_bar__plus_02_dot_16_bar__minus_02_dot_38)
  (openable Drawer_bar__plus_00_dot_64_bar__plus_00_dot_27_bar__minus_00_dot_65)
  (openable Drawer_bar__plus_00_dot_64_bar__plus_00_dot_55_bar__minus_00_dot_65)
  (openable Drawer_bar__plus_00_dot_64_bar__plus_00_dot_76_bar__minus_00_dot_65)
  (openable Fridge_bar__plus_00_dot_97_bar__plus_00_dot_00_bar__plus_01_dot_25)
  (openable Microwave_bar__plus_01_dot_04_bar__plus_01_dot_68_bar__minus_01_dot_30)
  (atLocation agent1 loc_bar__minus_14_bar__minus_1_bar_2_bar_30)
  (cleanable Apple_bar__plus_01_dot_16_bar__plus_01_dot_29_bar__minus_00_dot_05)
  (cleanable Apple_bar__minus_00_dot_50_bar__plus_00_dot_54_bar__minus_01_dot_02)
  (cleanable Apple_bar__plus_00_dot_94_bar__plus_00_dot_35_bar__minus_00_dot_49)
  (cleanable Bowl_bar__minus_00_dot_39_bar__plus_01_dot_55_bar__minus_01_dot_43)
  (cleanable ButterKnife_bar__plus_00_dot_81_bar__plus_00_dot_66_bar__minus_01_dot_64)
  (cleanable ButterKnife_bar__plus_00_dot_43_bar__plus_00_dot_94_bar__minus_01_dot_10)
  (cleanable ButterKnife_bar__plus_00_dot_64_bar__plus_01_dot_29_bar__minus_02_dot_32)
  (cleanable Cup_bar__minus_02_dot_40_bar__plus_01_dot_51_bar__minus_00_dot_29)
  (cleanable Cup_bar__plus_00_dot_74_bar__plus_00_dot_08_bar__minus_02_dot_00)
  (cleanable Cup_bar__minus_00_dot_43_bar__plus_00_dot_71_bar__minus_01_dot_13)
  (cleanable DishSponge_bar__minus_00_dot_84_bar__plus_01_dot_00_bar__plus_01_dot_15)
  (cleanable DishSponge_bar__plus_00_dot_70_bar__plus_01_dot_30_bar__plus_00_dot_13)
  (cleanable DishSponge_bar__minus_00_dot_16_bar__plus_01_dot_58_bar__minus_01_dot_18)
  (cleanable Egg_bar__minus_00_dot_37_bar__plus_01_dot_37_bar__minus_00_dot_67)
  (cleanable Egg_bar__plus_00_dot_79_bar__plus_00_dot_43_bar__plus_01_dot_41)
  (cleanable Egg_bar__minus_00_dot_86_bar__plus_01_dot_18_bar__minus_01_dot_29)
  (cleanable Fork_bar__plus_00_dot_08_bar__plus_00_dot_73_bar__minus_01_dot_07)
  (cleanable Fork_bar__plus_00_dot_67_bar__plus_01_dot_22_bar__minus_02_dot_40)
  (cleanable Fork_bar__minus_00_dot_66_bar__plus_00_dot_68_bar__minus_01_dot_23)
  (cleanable Knife_bar__plus_00_dot_99_bar__plus_01_dot_54_bar__minus_02_dot_26)
  (cleanable Knife_bar__minus_01_dot_03_bar__plus_01_dot_46_bar__minus_01_dot_24)
  (cleanable Knife_bar__plus_00_dot_61_bar__plus_01_dot_09_bar__plus_00_dot_14)
  (cleanable Lettuce_bar__plus_00_dot_62_bar__plus_00_dot_29_bar__plus_01_dot_42)
  (cleanable Lettuce_bar__plus_00_dot_88_bar__plus_01_dot_50_bar__minus_00_dot_07)
  (cleanable Lettuce_bar__plus_01_dot_11_bar__plus_01_dot_10_bar__minus_00_dot_65)
  (cleanable Mug_bar__plus_00_dot_67_bar__plus_00_dot_74_bar__plus_00_dot_44)
  (cleanable Mug_bar__plus_01_dot_21_bar__plus_00_dot_99_bar__minus_00_dot_02)
  (cleanable Pan_bar__plus_00_dot_56_bar__plus_00_dot_71_bar__minus_00_dot_65)
  (cleanable Pan_bar__minus_01_dot_88_bar__plus_01_dot_04_bar__plus_01_dot_02)
  (cleanable Pan_bar__minus_02_dot_85_bar__plus_01_dot_73_bar__minus_01_dot_18)
  (cleanable Plate_bar__plus_00_dot_70_bar__plus_01_dot_40_bar__minus_00_dot_49)
  (cleanable Pot_bar__minus_03_dot_59_bar__plus_00_dot_63_bar__minus_01_dot_27)
  (cleanable Potato_bar__minus_00_dot_61_bar__plus_01_dot_10_bar__minus_01_dot_63)
  (cleanable Spatula_bar__minus_00_dot_67_bar__plus_01_dot_42_bar__minus_01_dot_45)
  (cleanable Spoon_bar__plus_01_dot_16_bar__plus_00_dot_74_bar__minus_01_dot_75)
  (cleanable Tomato_bar__plus_01_dot_11_bar__plus_01_dot_45_bar__plus_00_dot_04)
  (cleanable Tomato_bar__minus_00_dot_67_bar__plus_01_dot_64_bar__minus_01_dot_68)
  (cleanable Tomato_bar__minus_01_dot_11_bar__plus_00_dot_23_bar__minus_01_dot_40)
  (heatable Apple_bar__plus_01_dot_16_bar__plus_01_dot_29_bar__minus_00_dot_05)
  (heatable Apple_bar__minus_00_dot_50_bar__plus_00_dot_54_bar__minus_01_dot_02)
  (heatable Apple_bar__plus_00_dot_94_bar__plus_00_dot_35_bar__minus_00_dot_49)
  (heatable Bread_bar__plus_00_dot_39_bar__plus_00_dot_69_bar__plus_01_dot_62)
  (heatable Cup_bar__minus_02_dot_40_bar__plus_01_dot_51_bar__minus_00_dot_29)
  (heatable Cup_bar__plus_00_dot_74_bar__plus_00_dot_08_bar__minus_02_dot_00)
  (heatable Cup_bar__minus_00_dot_43_bar__plus_00_dot_71_bar__minus_01_dot_13)
  (heatable Egg_bar__minus_00_dot_37_bar__plus_01_dot_37_bar__minus_00_dot_67)
  (heatable Egg_bar__plus_00_dot_79_bar__plus_00_dot_43_bar__plus_01_dot_41)
  (heatable Egg_bar__minus_00_dot_86_bar__plus_01_dot_18_bar__minus_01_dot_29)
  (heatable Mug_bar__plus_00_dot_67_bar__plus_00_dot_74_bar__plus_00_dot_44)
  (heatable Mug_bar__plus_01_dot_21_bar__plus_00_dot_99_bar__minus_00_dot_02)
  (heatable Plate_bar__plus_00_dot_70_bar__plus_01_dot_40_bar__minus_00_dot_49)
  (heatable Potato_bar__minus_00_dot_61_bar__plus_01_dot_10_bar__minus_01_dot_63)
  (heatable Tomato_bar__plus_01_dot_11_bar__plus_01_dot_45_bar__plus_00_dot_04)
  (heatable Tomato_bar__minus_00_dot_67_bar__plus_01_dot_64_bar__minus_01_dot_68)
  (heatable Tomato_bar__minus_01_dot_11_bar__plus_00_dot_23_bar__minus_01_dot_40)
  (coolable Apple_bar__plus_01_dot_16_bar__plus_01_dot_29_bar__minus_00_dot_05)
  (coolable Apple_bar__minus_00_dot_50_bar__plus_00_dot_54_bar__minus_01_dot_02)
  (coolable Apple_bar__plus_00_dot_94_bar__plus_00_dot_35_bar__minus_00_dot_49)
  (coolable Bowl_bar__minus_00_dot_39_bar__plus_01_dot_55_bar__minus_01_dot_43)
  (coolable Bread_bar__plus_00_dot_39_bar__plus_00_dot_69_bar__plus_01_dot_62)
  (coolable Cup_bar__minus_02_dot_40_bar__plus_01_dot_51_bar__minus_00_dot_29)
  (coolable Cup_bar__plus_00_dot_74_bar__plus_00_dot_08_bar__minus_02_dot_00)
  (coolable Cup_bar__minus_00_dot_43_bar__plus_00_dot_71_bar__minus_01_dot_13)
  (coolable Egg_bar__minus_00_dot_37_bar__plus_01_dot_37_bar__minus_00_dot_67)
  (coolable Egg_bar__plus_00_dot_79_bar__plus_00_dot_43_bar__plus_01_dot_41)
  (coolable Egg_bar__minus_00_dot_86_bar__plus_01_dot_18_bar__minus_01_dot_29)
  (coolable Lettuce_bar__plus_00_dot_62_bar__plus_00_dot_29_bar__plus_01_dot_42)
  (coolable Lettuce_bar__plus_00_dot_88_bar__plus_01_dot_50_bar__minus_00_dot_07)
  (coolable Lettuce_bar__plus_01_dot_11_bar__plus_01_dot_10_bar__minus_00_dot_65)
  (coolable Mug_bar__plus_00_dot_67_bar__plus_00_dot_74_bar__plus_00_dot_44)
  (coolable Mug_bar__plus_01_dot_21_bar__plus_00_dot_99_bar__minus_00_dot_02)
  (coolable Pan_bar__plus_00_dot_56_bar__plus_00_dot_71_bar__minus_00_dot_65)
  (coolable Pan_bar__minus_01_dot_88_bar__plus_01_dot_04_bar__plus_01_dot_02)
  (coolable Pan_bar__minus_02_dot_85_bar__plus_01_dot_73_bar__minus_01_dot_18)
  (coolable Plate_bar__plus_00_dot_70_bar__plus_01_dot_40_bar__minus_00_dot_49)
  (coolable Pot_bar__minus_03_dot_59_bar__plus_00_dot_63_bar__minus_01_dot_27)
  (coolable Potato_bar__minus_00_dot_61_bar__plus_01_dot_10_bar__minus_01_dot_63)
  (coolable Tomato_bar__plus_01_dot_11_bar__plus_01_dot_45_bar__plus_00_dot_04)
  (coolable Tomato_bar__minus_00_dot_67_bar__plus_01_dot_64_bar__minus_01_dot_68)
  (coolable Tomato_bar__minus_01_dot_11_bar__plus_00_dot_23_bar__minus_01_dot_40)
  (sliceable Apple_bar__plus_01_dot_16_bar__plus_01_dot_29_bar__minus_00_dot_05)
  (sliceable Apple_bar__minus_00_dot_50_bar__plus_00_dot_54_bar__minus_01_dot_02)
  (sliceable Apple_bar__plus_00_dot_94_bar__plus_00_dot_35_bar__minus_00_dot_49)
  (sliceable Bread_bar__plus_00_dot_39_bar__plus_00_dot_69_bar__plus_01_dot_62)
  (sliceable Egg_bar__minus_00_dot_37_bar__plus_01_dot_37_bar__minus_00_dot_67)
  (sliceable Egg_bar__plus_00_dot_79_bar__plus_00_dot_43_bar__plus_01_dot_41)
  (sliceable Egg_bar__minus_00_dot_86_bar__plus_01_dot_18_bar__minus_01_dot_29)
  (sliceable Lettuce_bar__plus_00_dot_62_bar__plus_00_dot_29_bar__plus_01_dot_42)
  (sliceable Lettuce_bar__plus_00_dot_88_bar__plus_01_dot_50_bar__minus_00_dot_07)
  (sliceable Lettuce_bar__plus_01_dot_11_bar__plus_01_dot_10_bar__minus_00_dot_65)
  (sliceable Potato_bar__minus_00_dot_61_bar__plus_01_dot_10_bar__minus_01_dot_63)
  (sliceable Tomato_bar__plus_01_dot_11_bar__plus_01_dot_45_bar__plus_00_dot_04)
  (sliceable Tomato_bar__minus_00_dot_67_bar__plus_01_dot_64_bar__minus_01_dot_68)
  (sliceable Tomato_bar__minus_01_dot_11_bar__plus_00_dot_23_bar__minus_01_dot_40)
  (pickupable Apple_bar__plus_01_dot_16_bar__plus_01_dot_29_bar__minus_00_dot_05)
  (pickupable Apple_bar__minus_00_dot_50_bar__plus_00_dot_54_bar__minus_01_dot_02)
  (pickupable Apple_bar__plus_00_dot_94_bar__plus_00_dot_35_bar__minus_00_dot_49)
  (pickupable Bowl_bar__minus_00_dot_39_bar__plus_01_dot_55_bar__minus_01_dot_43)
  (pickupable Bread_bar__plus_00_dot_39_bar__plus_00_dot_69_bar__plus_01_dot_62)
  (pickupable ButterKnife_bar__plus_00_dot_81_bar__plus_00_dot_66_bar__minus_01_dot_64)
  (pickupable ButterKnife_bar__plus_00_dot_43_bar__plus_00_dot_94_bar__minus_01_dot_10)
  (pickupable ButterKnife_bar__plus_00_dot_64_bar__plus_01_dot_29_bar__minus_02_dot_32)
  (pickupable CellPhone_bar__plus_01_dot_22_bar__plus_00_dot_28_bar__minus_02_dot_20)
  (pickupable CellPhone_bar__minus_01_dot_35_bar__plus_00_dot_09_bar__plus_02_dot_23)
  (pickupable CellPhone_bar__plus_00_dot_39_bar__plus_01_dot_00_bar__minus_00_dot_81)
  (pickupable CreditCard_bar__plus_00_dot_82_bar__plus_01_dot_35_bar__minus_00_dot_61)
  (pickupable CreditCard_bar__plus_00_dot_89_bar__plus_01_dot_60_bar__minus_01_dot_24)
  (pickupable Cup_bar__minus_02_dot_40_bar__plus_01_dot_51_bar__minus_00_dot_29)
  (pickupable Cup_bar__plus_00_dot_74_bar__plus_00_dot_08_bar__minus_02_dot_00)
  (pickupable Cup_bar__minus_00_dot_43_bar__plus_00_dot_71_bar__minus_01_dot_13)
  (pickupable DishSponge_bar__minus_00_dot_84_bar__plus_01_dot_00_bar__plus_01_dot_15)
  (pickupable DishSponge_bar__plus_00_dot_70_bar__plus_01_dot_30_bar__plus_00_dot_13)
  (pickupable DishSponge_bar__minus_00_dot_16_bar__plus_01_dot_58_bar__minus_01_dot_18)
  (pickupable Egg_bar__minus_00_dot_37_bar__plus_01_dot_37_bar__minus_00_dot_67)
  (pickupable Egg_bar__plus_00_dot_79_bar__plus_00_dot_43_bar__plus_01_dot_41)
  (pickupable Egg_bar__minus_00_dot_86_bar__plus_01_dot_18_bar__minus_01_dot_29)
  (pickupable Fork_bar__plus_00_dot_08_bar__plus_00_dot_73_bar__minus_01_dot_07)
  (pickupable Fork_bar__plus_00_dot_67_bar__plus_01_dot_22_bar__minus_02_dot_40)
  (pickupable Fork_bar__minus_00_dot_66_bar__plus_00_dot_68_bar__minus_01_dot_23)
  (pickupable Glassbottle_bar__minus_00_dot_34_bar__plus_00_dot_86_bar__minus_00_dot_73)
  (pickupable Knife_bar__plus_00_dot_99_bar__plus_01_dot_54_bar__minus_02_dot_26)
  (pickupable Knife_bar__minus_01_dot_03_bar__plus_01_dot_46_bar__minus_01_dot_24)
  (pickupable Knife_bar__plus_00_dot_61_bar__plus_01_dot_09_bar__plus_00_dot_14)
  (pickupable Lettuce_bar__plus_00_dot_62_bar__plus_00_dot_29_bar__plus_01_dot_42)
  (pickupable Lettuce_bar__plus_00_dot_88_bar__plus_01_dot_50_bar__minus_00_dot_07)
  (pickupable Lettuce_bar__plus_01_dot_11_bar__plus_01_dot_10_bar__minus_00_dot_65)
  (pickupable Mug_bar__plus_00_dot_67_bar__plus_00_dot_74_bar__plus_00_dot_44)
  (pickupable Mug_bar__plus_01_dot_21_bar__plus_00_dot_99_bar__minus_00_dot_02)
  (pickupable Pan_bar__plus_00_dot_56_bar__plus_00_dot_71_bar__minus_00_dot_65)
  (pickupable Pan_bar__minus_01_dot_88_bar__plus_01_dot_04_bar__plus_01_dot_02)
  (pickupable Pan_bar__minus_02_dot_85_bar__plus_01_dot_73_bar__minus_01_dot_18)
  (pickupable PaperTowelRoll_bar__plus_01_dot_02_bar__plus_01_dot_34_bar__minus_02_dot_36)
  (pickupable PepperShaker_bar__plus_01_dot_03_bar__plus_00_dot_17_bar__minus_02_dot_33)
  (pickupable Plate_bar__plus_00_dot_70_bar__plus_01_dot_40_bar__minus_00_dot_49)
  (pickupable Pot_bar__minus_03_dot_59_bar__plus_00_dot_63_bar__minus_01_dot_27)
  (pickupable Potato_bar__minus_00_dot_61_bar__plus_01_dot_10_bar__minus_01_dot_63)
  (pickupable SaltShaker_bar__minus_00_dot_99_bar__plus_01_dot_59_bar__minus_01_dot_11)
  (pickupable SaltShaker_bar__minus_02_dot_49_bar__plus_00_dot_36_bar__plus_02_dot_72)
  (pickupable SoapBottle_bar__minus_00_dot_44_bar__plus_01_dot_26_bar__minus_01_dot_70)
  (pickupable SoapBottle_bar__plus_00_dot_45_bar__plus_01_dot_46_bar__minus_01_dot_85)
  (pickupable Spatula_bar__minus_00_dot_67_bar__plus_01_dot_42_bar__minus_01_dot_45)
  (pickupable Spoon_bar__plus_01_dot_16_bar__plus_00_dot_74_bar__minus_01_dot_75)
  (pickupable Statue_bar__plus_00_dot_77_bar__plus_00_dot_78_bar__minus_00_dot_14)
  (pickupable Statue_bar__plus_01_dot_06_bar__plus_01_dot_29_bar__plus_00_dot_09)
  (pickupable Tomato_bar__plus_01_dot_11_bar__plus_01_dot_45_bar__plus_00_dot_04)
  (pickupable Tomato_bar__minus_00_dot_67_bar__plus_01_dot_64_bar__minus_01_dot_68)
  (pickupable Tomato_bar__minus_01_dot_11_bar__plus_00_dot_23_bar__minus_01_dot_40)
  (pickupable Vase_bar__minus_02_dot_60_bar__plus_01_dot_14_bar__minus_00_dot_17)
  (pickupable Vase_bar__plus_00_dot_63_bar__plus_01_dot_57_bar__minus_01_dot_91)
  (pickupable Vase_bar__minus_00_dot_58_bar__plus_01_dot_74_bar__minus_01_dot_52)
  (inReceptacle HousePlant_bar__minus_00_dot_63_bar__plus_01_dot_28_bar__minus_01_dot_31 CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64)
  (inReceptacle Apple_bar__plus_01_dot_16_bar__plus_01_dot_29_bar__minus_00_dot_05 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle Apple_bar__minus_00_dot_50_bar__plus_00_dot_54_bar__minus_01_dot_02 CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64)
  (inReceptacle Apple_bar__plus_00_dot_94_bar__plus_00_dot_35_bar__minus_00_dot_49 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle Bowl_bar__minus_00_dot_39_bar__plus_01_dot_55_bar__minus_01_dot_43 CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64)
  (inReceptacle Bread_bar__plus_00_dot_39_bar__plus_00_dot_69_bar__plus_01_dot_62 Fridge_bar__plus_00_dot_97_bar__plus_00_dot_00_bar__plus_01_dot_25)
  (inReceptacle ButterKnife_bar__plus_00_dot_81_bar__plus_00_dot_66_bar__minus_01_dot_64 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_02_dot_05)
  (inReceptacle ButterKnife_bar__plus_00_dot_43_bar__plus_00_dot_94_bar__minus_01_dot_10 Drawer_bar__plus_00_dot_64_bar__plus_00_dot_76_bar__minus_00_dot_65)
  (inReceptacle ButterKnife_bar__plus_00_dot_64_bar__plus_01_dot_29_bar__minus_02_dot_32 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_02_dot_05)
  (inReceptacle CellPhone_bar__plus_01_dot_22_bar__plus_00_dot_28_bar__minus_02_dot_20 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_02_dot_05)
  (inReceptacle CellPhone_bar__minus_01_dot_35_bar__plus_00_dot_09_bar__plus_02_dot_23 Shelf_bar__minus_01_dot_69_bar__plus_00_dot_16_bar__plus_02_dot_72)
  (inReceptacle CellPhone_bar__plus_00_dot_39_bar__plus_01_dot_00_bar__minus_00_dot_81 Drawer_bar__plus_00_dot_64_bar__plus_00_dot_27_bar__minus_00_dot_65)
  (inReceptacle CreditCard_bar__plus_00_dot_82_bar__plus_01_dot_35_bar__minus_00_dot_61 Drawer_bar__plus_00_dot_64_bar__plus_00_dot_76_bar__minus_00_dot_65)
  (inReceptacle CreditCard_bar__plus_00_dot_89_bar__plus_01_dot_60_bar__minus_01_dot_24 Drawer_bar__plus_00_dot_64_bar__plus_00_dot_76_bar__minus_00_dot_65)
  (inReceptacle Cup_bar__minus_02_dot_40_bar__plus_01_dot_51_bar__minus_00_dot_29 Cabinet_bar__minus_02_dot_28_bar__plus_01_dot_05_bar__minus_00_dot_27)
  (inReceptacle Cup_bar__plus_00_dot_74_bar__plus_00_dot_08_bar__minus_02_dot_00 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_02_dot_05)
  (inReceptacle Cup_bar__minus_00_dot_43_bar__plus_00_dot_71_bar__minus_01_dot_13 CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64)
  (inReceptacle DishSponge_bar__minus_00_dot_84_bar__plus_01_dot_00_bar__plus_01_dot_15 GarbageCan_bar__minus_00_dot_95_bar__plus_00_dot_00_bar__plus_00_dot_58)
  (inReceptacle DishSponge_bar__plus_00_dot_70_bar__plus_01_dot_30_bar__plus_00_dot_13 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle DishSponge_bar__minus_00_dot_16_bar__plus_01_dot_58_bar__minus_01_dot_18 Drawer_bar__plus_00_dot_64_bar__plus_00_dot_27_bar__minus_00_dot_65)
  (inReceptacle Egg_bar__minus_00_dot_37_bar__plus_01_dot_37_bar__minus_00_dot_67 Sink_bar__minus_00_dot_70_bar__plus_00_dot_93_bar__minus_00_dot_65_bar_SinkBasin)
  (inReceptacle Egg_bar__plus_00_dot_79_bar__plus_00_dot_43_bar__plus_01_dot_41 Fridge_bar__plus_00_dot_97_bar__plus_00_dot_00_bar__plus_01_dot_25)
  (inReceptacle Egg_bar__minus_00_dot_86_bar__plus_01_dot_18_bar__minus_01_dot_29 CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64)
  (inReceptacle Fork_bar__plus_00_dot_08_bar__plus_00_dot_73_bar__minus_01_dot_07 Drawer_bar__plus_00_dot_64_bar__plus_00_dot_27_bar__minus_00_dot_65)
  (inReceptacle Fork_bar__plus_00_dot_67_bar__plus_01_dot_22_bar__minus_02_dot_40 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_02_dot_05)
  (inReceptacle Fork_bar__minus_00_dot_66_bar__plus_00_dot_68_bar__minus_01_dot_23 CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64)
  (inReceptacle Glassbottle_bar__minus_00_dot_34_bar__plus_00_dot_86_bar__minus_00_dot_73 Sink_bar__minus_00_dot_70_bar__plus_00_dot_93_bar__minus_00_dot_65_bar_SinkBasin)
  (inReceptacle Knife_bar__plus_00_dot_99_bar__plus_01_dot_54_bar__minus_02_dot_26 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_02_dot_05)
  (inReceptacle Knife_bar__minus_01_dot_03_bar__plus_01_dot_46_bar__minus_01_dot_24 CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64)
  (inReceptacle Knife_bar__plus_00_dot_61_bar__plus_01_dot_09_bar__plus_00_dot_14 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle Lettuce_bar__plus_00_dot_62_bar__plus_00_dot_29_bar__plus_01_dot_42 Fridge_bar__plus_00_dot_97_bar__plus_00_dot_00_bar__plus_01_dot_25)
  (inReceptacle Lettuce_bar__plus_00_dot_88_bar__plus_01_dot_50_bar__minus_00_dot_07 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle Lettuce_bar__plus_01_dot_11_bar__plus_01_dot_10_bar__minus_00_dot_65 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle Mug_bar__plus_00_dot_67_bar__plus_00_dot_74_bar__plus_00_dot_44 Cabinet_bar__plus_00_dot_65_bar__plus_00_dot_48_bar__plus_00_dot_24)
  (inReceptacle Mug_bar__plus_01_dot_21_bar__plus_00_dot_99_bar__minus_00_dot_02 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle Pan_bar__plus_00_dot_56_bar__plus_00_dot_71_bar__minus_00_dot_65 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle Pan_bar__minus_01_dot_88_bar__plus_01_dot_04_bar__plus_01_dot_02 StoveBurner_bar__minus_02_dot_09_bar__plus_01_dot_19_bar__plus_00_dot_93)
  (inReceptacle Pan_bar__minus_02_dot_85_bar__plus_01_dot_73_bar__minus_01_dot_18 StoveBurner_bar__minus_03_dot_32_bar__plus_01_dot_07_bar__minus_00_dot_94)
  (inReceptacle PaperTowelRoll_bar__plus_01_dot_02_bar__plus_01_dot_34_bar__minus_02_dot_36 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_02_dot_05)
  (inReceptacle PepperShaker_bar__plus_01_dot_03_bar__plus_00_dot_17_bar__minus_02_dot_33 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_02_dot_05)
  (inReceptacle Plate_bar__plus_00_dot_70_bar__plus_01_dot_40_bar__minus_00_dot_49 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle Pot_bar__minus_03_dot_59_bar__plus_00_dot_63_bar__minus_01_dot_27 StoveBurner_bar__minus_03_dot_30_bar__plus_01_dot_48_bar__minus_01_dot_48)
  (inReceptacle Potato_bar__minus_00_dot_61_bar__plus_01_dot_10_bar__minus_01_dot_63 CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64)
  (inReceptacle SaltShaker_bar__minus_00_dot_99_bar__plus_01_dot_59_bar__minus_01_dot_11 CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64)
  (inReceptacle SaltShaker_bar__minus_02_dot_49_bar__plus_00_dot_36_bar__plus_02_dot_72 Shelf_bar__minus_01_dot_69_bar__plus_00_dot_87_bar__plus_02_dot_72)
  (inReceptacle SoapBottle_bar__minus_00_dot_44_bar__plus_01_dot_26_bar__minus_01_dot_70 CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64)
  (inReceptacle SoapBottle_bar__plus_00_dot_45_bar__plus_01_dot_46_bar__minus_01_dot_85 Cabinet_bar__plus_00_dot_65_bar__plus_00_dot_48_bar__minus_01_dot_72)
  (inReceptacle Spatula_bar__minus_00_dot_67_bar__plus_01_dot_42_bar__minus_01_dot_45 CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64)
  (inReceptacle Spoon_bar__plus_01_dot_16_bar__plus_00_dot_74_bar__minus_01_dot_75 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_02_dot_05)
  (inReceptacle Statue_bar__plus_00_dot_77_bar__plus_00_dot_78_bar__minus_00_dot_14 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle Statue_bar__plus_01_dot_06_bar__plus_01_dot_29_bar__plus_00_dot_09 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle Tomato_bar__plus_01_dot_11_bar__plus_01_dot_45_bar__plus_00_dot_04 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle Tomato_bar__minus_00_dot_67_bar__plus_01_dot_64_bar__minus_01_dot_68 CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64)
  (inReceptacle Tomato_bar__minus_01_dot_11_bar__plus_00_dot_23_bar__minus_01_dot_40 CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64)
  (inReceptacle Vase_bar__minus_02_dot_60_bar__plus_01_dot_14_bar__minus_00_dot_17 Cabinet_bar__minus_02_dot_28_bar__plus_01_dot_05_bar__minus_00_dot_27)
  (inReceptacle Vase_bar__plus_00_dot_63_bar__plus_01_dot_57_bar__minus_01_dot_91 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_02_dot_05)
  (inReceptacle Vase_bar__minus_00_dot_58_bar__plus_01_dot_74_bar__minus_01_dot_52 CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64)
  (receptacleAtLocation Cabinet_bar__plus_00_dot_65_bar__plus_00_dot_48_bar__plus_00_dot_24 loc_bar__minus_1_bar_3_bar_1_bar_30)
  (receptacleAtLocation Cabinet_bar__plus_00_dot_65_bar__plus_00_dot_48_bar__minus_01_dot_72 loc_bar_0_bar__minus_8_bar_1_bar_30)
  (receptacleAtLocation Cabinet_bar__plus_00_dot_95_bar__plus_02_dot_16_bar__minus_02_dot_38 loc_bar_1_bar__minus_8_bar_1_bar__minus_30)
  (receptacleAtLocation Cabinet_bar__minus_02_dot_28_bar__plus_01_dot_05_bar__minus_00_dot_27 loc_bar__minus_13_bar__minus_1_bar_1_bar__minus_30)
  (receptacleAtLocation CoffeeMachine_bar__plus_00_dot_92_bar__plus_00_dot_26_bar__plus_02_dot_69 loc_bar_1_bar_10_bar_1_bar_30)
  (receptacleAtLocation CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (receptacleAtLocation CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_02_dot_05 loc_bar_1_bar__minus_8_bar_1_bar_30)
  (receptacleAtLocation CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64 loc_bar__minus_3_bar__minus_8_bar_0_bar_30)
  (receptacleAtLocation Drawer_bar__plus_00_dot_64_bar__plus_00_dot_27_bar__minus_00_dot_65 loc_bar_0_bar__minus_6_bar_0_bar_30)
  (receptacleAtLocation Drawer_bar__plus_00_dot_64_bar__plus_00_dot_55_bar__minus_00_dot_65 loc_bar_0_bar__minus_6_bar_0_bar_30)
  (receptacleAtLocation Drawer_bar__plus_00_dot_64_bar__plus_00_dot_76_bar__minus_00_dot_65 loc_bar_0_bar__minus_4_bar_1_bar_30)
  (receptacleAtLocation Fridge_bar__plus_00_dot_97_bar__plus_00_dot_00_bar__plus_01_dot_25 loc_bar_0_bar_5_bar_1_bar_0)
  (receptacleAtLocation GarbageCan_bar__minus_00_dot_95_bar__plus_00_dot_00_bar__plus_00_dot_58 loc_bar_0_bar_4_bar_3_bar_30)
  (receptacleAtLocation Microwave_bar__plus_01_dot_04_bar__plus_01_dot_68_bar__minus_01_dot_30 loc_bar_1_bar__minus_5_bar_1_bar_0)
  (receptacleAtLocation Shelf_bar__minus_01_dot_69_bar__plus_00_dot_16_bar__plus_02_dot_72 loc_bar__minus_6_bar_6_bar_0_bar_30)
  (receptacleAtLocation Shelf_bar__minus_01_dot_69_bar__plus_00_dot_54_bar__plus_02_dot_72 loc_bar__minus_9_bar_6_bar_0_bar_30)
  (receptacleAtLocation Shelf_bar__minus_01_dot_69_bar__plus_00_dot_87_bar__plus_02_dot_72 loc_bar__minus_9_bar_7_bar_0_bar_30)
  (receptacleAtLocation Sink_bar__minus_00_dot_70_bar__plus_00_dot_93_bar__minus_00_dot_65_bar_SinkBasin loc_bar_0_bar__minus_3_bar_3_bar_30)
  (receptacleAtLocation StoveBurner_bar__minus_02_dot_09_bar__plus_01_dot_19_bar__plus_00_dot_93 loc_bar__minus_7_bar_2_bar_0_bar_60)
  (receptacleAtLocation StoveBurner_bar__minus_02_dot_15_bar__plus_01_dot_29_bar__plus_00_dot_88 loc_bar__minus_7_bar_2_bar_0_bar_45)
  (receptacleAtLocation StoveBurner_bar__minus_03_dot_30_bar__plus_01_dot_48_bar__minus_01_dot_48 loc_bar__minus_13_bar__minus_2_bar_2_bar_45)
  (receptacleAtLocation StoveBurner_bar__minus_03_dot_32_bar__plus_01_dot_07_bar__minus_00_dot_94 loc_bar__minus_13_bar__minus_2_bar_2_bar_60)
  (receptacleAtLocation Toaster_bar__minus_00_dot_98_bar__plus_01_dot_63_bar__minus_01_dot_55 loc_bar__minus_3_bar__minus_8_bar_0_bar_30)
  (objectAtLocation Chair_bar__minus_01_dot_41_bar__plus_01_dot_42_bar__plus_01_dot_27 loc_bar__minus_2_bar_5_bar_3_bar_30)
  (objectAtLocation Chair_bar__minus_00_dot_99_bar__plus_00_dot_99_bar__plus_01_dot_52 loc_bar__minus_2_bar_5_bar_3_bar_30)
  (objectAtLocation HousePlant_bar__minus_00_dot_63_bar__plus_01_dot_28_bar__minus_01_dot_31 loc_bar__minus_3_bar__minus_8_bar_0_bar_30)
  (objectAtLocation LightSwitch_bar__minus_00_dot_35_bar__plus_00_dot_42_bar__minus_01_dot_86 loc_bar_0_bar__minus_6_bar_3_bar_30)
  (objectAtLocation Sink_bar__minus_00_dot_70_bar__plus_00_dot_93_bar__minus_00_dot_65 loc_bar_0_bar__minus_3_bar_3_bar_30)
  (objectAtLocation StoveKnob_bar__minus_02_dot_46_bar__plus_00_dot_92_bar__plus_02_dot_36 loc_bar__minus_12_bar_10_bar_1_bar_30)
  (objectAtLocation StoveKnob_bar__minus_03_dot_45_bar__plus_01_dot_05_bar__plus_01_dot_96 loc_bar__minus_10_bar_7_bar_3_bar_30)
  (objectAtLocation StoveKnob_bar__minus_02_dot_49_bar__plus_00_dot_88_bar__minus_01_dot_40 loc_bar__minus_12_bar__minus_7_bar_1_bar_30)
  (objectAtLocation StoveKnob_bar__minus_03_dot_45_bar__plus_01_dot_08_bar__plus_00_dot_38 loc_bar__minus_12_bar_3_bar_3_bar_30)
  (objectAtLocation Window_bar__minus_02_dot_11_bar__plus_00_dot_58_bar__minus_00_dot_03 loc_bar__minus_7_bar_2_bar_2_bar_30)
  (objectAtLocation Window_bar__minus_04_dot_20_bar__plus_00_dot_34_bar__minus_01_dot_97 loc_bar__minus_13_bar__minus_8_bar_3_bar_30)
  (objectAtLocation Apple_bar__plus_01_dot_16_bar__plus_01_dot_29_bar__minus_00_dot_05 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Apple_bar__minus_00_dot_50_bar__plus_00_dot_54_bar__minus_01_dot_02 loc_bar__minus_3_bar__minus_8_bar_0_bar_30)
  (objectAtLocation Apple_bar__plus_00_dot_94_bar__plus_00_dot_35_bar__minus_00_dot_49 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Bowl_bar__minus_00_dot_39_bar__plus_01_dot_55_bar__minus_01_dot_43 loc_bar__minus_3_bar__minus_8_bar_0_bar_30)
  (objectAtLocation Bread_bar__plus_00_dot_39_bar__plus_00_dot_69_bar__plus_01_dot_62 loc_bar_0_bar_5_bar_1_bar_0)
  (objectAtLocation ButterKnife_bar__plus_00_dot_81_bar__plus_00_dot_66_bar__minus_01_dot_64 loc_bar_1_bar__minus_8_bar_1_bar_30)
  (objectAtLocation ButterKnife_bar__plus_00_dot_43_bar__plus_00_dot_94_bar__minus_01_dot_10 loc_bar_0_bar__minus_4_bar_1_bar_30)
  (objectAtLocation ButterKnife_bar__plus_00_dot_64_bar__plus_01_dot_29_bar__minus_02_dot_32 loc_bar_1_bar__minus_8_bar_1_bar_30)
  (objectAtLocation CellPhone_bar__plus_01_dot_22_bar__plus_00_dot_28_bar__minus_02_dot_20 loc_bar_1_bar__minus_8_bar_1_bar_30)
  (objectAtLocation CellPhone_bar__minus_01_dot_35_bar__plus_00_dot_09_bar__plus_02_dot_23 loc_bar__minus_6_bar_6_bar_0_bar_30)
  (objectAtLocation CellPhone_bar__plus_00_dot_39_bar__plus_01_dot_00_bar__minus_00_dot_81 loc_bar_0_bar__minus_6_bar_0_bar_30)
  (objectAtLocation CreditCard_bar__plus_00_dot_82_bar__plus_01_dot_35_bar__minus_00_dot_61 loc_bar_0_bar__minus_4_bar_1_bar_30)
  (objectAtLocation CreditCard_bar__plus_00_dot_89_bar__plus_01_dot_60_bar__minus_01_dot_24 loc_bar_0_bar__minus_4_bar_1_bar_30)
  (objectAtLocation Cup_bar__minus_02_dot_40_bar__plus_01_dot_51_bar__minus_00_dot_29 loc_bar__minus_13_bar__minus_1_bar_1_bar__minus_30)
  (objectAtLocation Cup_bar__plus_00_dot_74_bar__plus_00_dot_08_bar__minus_02_dot_00 loc_bar_1_bar__minus_8_bar_1_bar_30)
  (objectAtLocation Cup_bar__minus_00_dot_43_bar__plus_00_dot_71_bar__minus_01_dot_13 loc_bar__minus_3_bar__minus_8_bar_0_bar_30)
  (objectAtLocation DishSponge_bar__minus_00_dot_84_bar__plus_01_dot_00_bar__plus_01_dot_15 loc_bar_0_bar_4_bar_3_bar_30)
  (objectAtLocation DishSponge_bar__plus_00_dot_70_bar__plus_01_dot_30_bar__plus_00_dot_13 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation DishSponge_bar__minus_00_dot_16_bar__plus_01_dot_58_bar__minus_01_dot_18 loc_bar_0_bar__minus_6_bar_0_bar_30)
  (objectAtLocation Egg_bar__minus_00_dot_37_bar__plus_01_dot_37_bar__minus_00_dot_67 loc_bar_0_bar__minus_3_bar_3_bar_30)
  (objectAtLocation Egg_bar__plus_00_dot_79_bar__plus_00_dot_43_bar__plus_01_dot_41 loc_bar_0_bar_5_bar_1_bar_0)
  (objectAtLocation Egg_bar__minus_00_dot_86_bar__plus_01_dot_18_bar__minus_01_dot_29 loc_bar__minus_3_bar__minus_8_bar_0_bar_30)
  (objectAtLocation Fork_bar__plus_00_dot_08_bar__plus_00_dot_73_bar__minus_01_dot_07 loc_bar_0_bar__minus_6_bar_0_bar_30)
  (objectAtLocation Fork_bar__plus_00_dot_67_bar__plus_01_dot_22_bar__minus_02_dot_40 loc_bar_1_bar__minus_8_bar_1_bar_30)
  (objectAtLocation Fork_bar__minus_00_dot_66_bar__plus_00_dot_68_bar__minus_01_dot_23 loc_bar__minus_3_bar__minus_8_bar_0_bar_30)
  (objectAtLocation Glassbottle_bar__minus_00_dot_34_bar__plus_00_dot_86_bar__minus_00_dot_73 loc_bar_0_bar__minus_3_bar_3_bar_30)
  (objectAtLocation Knife_bar__plus_00_dot_99_bar__plus_01_dot_54_bar__minus_02_dot_26 loc_bar_1_bar__minus_8_bar_1_bar_30)
  (objectAtLocation Knife_bar__minus_01_dot_03_bar__plus_01_dot_46_bar__minus_01_dot_24 loc_bar__minus_3_bar__minus_8_bar_0_bar_30)
  (objectAtLocation Knife_bar__plus_00_dot_61_bar__plus_01_dot_09_bar__plus_00_dot_14 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Lettuce_bar__plus_00_dot_62_bar__plus_00_dot_29_bar__plus_01_dot_42 loc_bar_0_bar_5_bar_1_bar_0)
  (objectAtLocation Lettuce_bar__plus_00_dot_88_bar__plus_01_dot_50_bar__minus_00_dot_07 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Lettuce_bar__plus_01_dot_11_bar__plus_01_dot_10_bar__minus_00_dot_65 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Mug_bar__plus_00_dot_67_bar__plus_00_dot_74_bar__plus_00_dot_44 loc_bar__minus_1_bar_3_bar_1_bar_30)
  (objectAtLocation Mug_bar__plus_01_dot_21_bar__plus_00_dot_99_bar__minus_00_dot_02 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Pan_bar__plus_00_dot_56_bar__plus_00_dot_71_bar__minus_00_dot_65 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Pan_bar__minus_01_dot_88_bar__plus_01_dot_04_bar__plus_01_dot_02 loc_bar__minus_7_bar_2_bar_0_bar_60)
  (objectAtLocation Pan_bar__minus_02_dot_85_bar__plus_01_dot_73_bar__minus_01_dot_18 loc_bar__minus_13_bar__minus_2_bar_2_bar_60)
  (objectAtLocation PaperTowelRoll_bar__plus_01_dot_02_bar__plus_01_dot_34_bar__minus_02_dot_36 loc_bar_1_bar__minus_8_bar_1_bar_30)
  (objectAtLocation PepperShaker_bar__plus_01_dot_03_bar__plus_00_dot_17_bar__minus_02_dot_33 loc_bar_1_bar__minus_8_bar_1_bar_30)
  (objectAtLocation Plate_bar__plus_00_dot_70_bar__plus_01_dot_40_bar__minus_00_dot_49 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Pot_bar__minus_03_dot_59_bar__plus_00_dot_63_bar__minus_01_dot_27 loc_bar__minus_13_bar__minus_2_bar_2_bar_45)
  (objectAtLocation Potato_bar__minus_00_dot_61_bar__plus_01_dot_10_bar__minus_01_dot_63 loc_bar__minus_3_bar__minus_8_bar_0_bar_30)
  (objectAtLocation SaltShaker_bar__minus_00_dot_99_bar__plus_01_dot_59_bar__minus_01_dot_11 loc_bar__minus_3_bar__minus_8_bar_0_bar_30)
  (objectAtLocation SaltShaker_bar__minus_02_dot_49_bar__plus_00_dot_36_bar__plus_02_dot_72 loc_bar__minus_9_bar_7_bar_0_bar_30)
  (objectAtLocation SoapBottle_bar__minus_00_dot_44_bar__plus_01_dot_26_bar__minus_01_dot_70 loc_bar__minus_3_bar__minus_8_bar_0_bar_30)
  (objectAtLocation SoapBottle_bar__plus_00_dot_45_bar__plus_01_dot_46_bar__minus_01_dot_85 loc_bar_0_bar__minus_8_bar_1_bar_30)
  (objectAtLocation Spatula_bar__minus_00_dot_67_bar__plus_01_dot_42_bar__minus_01_dot_45 loc_bar__minus_3_bar__minus_8_bar_0_bar_30)
  (objectAtLocation Spoon_bar__plus_01_dot_16_bar__plus_00_dot_74_bar__minus_01_dot_75 loc_bar_1_bar__minus_8_bar_1_bar_30)
  (objectAtLocation Statue_bar__plus_00_dot_77_bar__plus_00_dot_78_bar__minus_00_dot_14 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Statue_bar__plus_01_dot_06_bar__plus_01_dot_29_bar__plus_00_dot_09 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Tomato_bar__plus_01_dot_11_bar__plus_01_dot_45_bar__plus_00_dot_04 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Tomato_bar__minus_00_dot_67_bar__plus_01_dot_64_bar__minus_01_dot_68 loc_bar__minus_3_bar__minus_8_bar_0_bar_30)
  (objectAtLocation Tomato_bar__minus_01_dot_11_bar__plus_00_dot_23_bar__minus_01_dot_40 loc_bar__minus_3_bar__minus_8_bar_0_bar_30)
  (objectAtLocation Vase_bar__minus_02_dot_60_bar__plus_01_dot_14_bar__minus_00_dot_17 loc_bar__minus_13_bar__minus_1_bar_1_bar__minus_30)
  (objectAtLocation Vase_bar__plus_00_dot_63_bar__plus_01_dot_57_bar__minus_01_dot_91 loc_bar_1_bar__minus_8_bar_1_bar_30)
  (objectAtLocation Vase_bar__minus_00_dot_58_bar__plus_01_dot_74_bar__minus_01_dot_52 loc_bar__minus_3_bar__minus_8_bar_0_bar_30)
  )

        (:goal
            (and
                (exists (?r - receptacle)
                    (exists (?o - object)
                        (and
                            (coolable ?o)
                            (objectType ?o MugType)
                            (receptacleType ?r MicrowaveType)
                            (isCool ?o)
                            (inReceptacle ?o ?r)
                        )
                    )
                )
            )
        )
    )
    