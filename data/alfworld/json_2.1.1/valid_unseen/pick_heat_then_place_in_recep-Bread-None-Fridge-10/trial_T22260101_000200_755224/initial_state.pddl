
(define (problem plan_trial_T22260101_000200_755224)
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
  Apple_bar__plus_00_dot_62_bar__plus_00_dot_22_bar__minus_00_dot_42 - object
  Apple_bar__plus_00_dot_83_bar__plus_00_dot_86_bar__minus_01_dot_30 - object
  Apple_bar__plus_00_dot_77_bar__plus_01_dot_78_bar__plus_01_dot_05 - object
  Bowl_bar__plus_01_dot_19_bar__plus_00_dot_00_bar__minus_02_dot_39 - object
  Bowl_bar__minus_01_dot_27_bar__plus_00_dot_31_bar__plus_02_dot_40 - object
  Bowl_bar__minus_00_dot_80_bar__plus_01_dot_77_bar__minus_01_dot_01 - object
  Bread_bar__plus_00_dot_70_bar__plus_01_dot_74_bar__minus_00_dot_57 - object
  Bread_bar__minus_00_dot_52_bar__plus_01_dot_33_bar__plus_01_dot_23 - object
  Bread_bar__plus_01_dot_17_bar__plus_01_dot_34_bar__minus_01_dot_87 - object
  ButterKnife_bar__minus_00_dot_82_bar__plus_00_dot_40_bar__minus_01_dot_03 - object
  ButterKnife_bar__minus_00_dot_72_bar__plus_00_dot_93_bar__minus_01_dot_55 - object
  CellPhone_bar__minus_00_dot_43_bar__plus_00_dot_18_bar__minus_01_dot_12 - object
  CreditCard_bar__plus_00_dot_61_bar__plus_00_dot_64_bar__minus_00_dot_01 - object
  Cup_bar__plus_00_dot_91_bar__plus_00_dot_20_bar__plus_01_dot_41 - object
  Cup_bar__plus_00_dot_43_bar__plus_01_dot_76_bar__plus_01_dot_29 - object
  Cup_bar__minus_02_dot_94_bar__plus_01_dot_63_bar__minus_00_dot_08 - object
  DishSponge_bar__minus_00_dot_62_bar__plus_00_dot_53_bar__minus_01_dot_18 - object
  DishSponge_bar__plus_00_dot_34_bar__plus_01_dot_42_bar__plus_01_dot_01 - object
  Egg_bar__plus_01_dot_08_bar__plus_01_dot_53_bar__minus_02_dot_20 - object
  Egg_bar__minus_00_dot_95_bar__plus_01_dot_41_bar__minus_00_dot_35 - object
  Egg_bar__plus_00_dot_82_bar__plus_00_dot_70_bar__minus_00_dot_13 - object
  Fork_bar__plus_00_dot_99_bar__plus_00_dot_99_bar__minus_01_dot_88 - object
  Fork_bar__plus_00_dot_83_bar__plus_00_dot_45_bar__minus_02_dot_34 - object
  Fork_bar__plus_01_dot_07_bar__plus_00_dot_91_bar__minus_01_dot_66 - object
  Glassbottle_bar__plus_00_dot_44_bar__plus_00_dot_88_bar__plus_01_dot_19 - object
  Knife_bar__minus_00_dot_77_bar__plus_00_dot_40_bar__minus_01_dot_70 - object
  Lettuce_bar__minus_00_dot_85_bar__plus_00_dot_74_bar__minus_00_dot_75 - object
  Lettuce_bar__plus_00_dot_61_bar__plus_01_dot_27_bar__minus_00_dot_46 - object
  Lettuce_bar__minus_00_dot_55_bar__plus_00_dot_71_bar__plus_00_dot_98 - object
  Mug_bar__plus_01_dot_16_bar__plus_01_dot_49_bar__minus_02_dot_23 - object
  Mug_bar__plus_00_dot_66_bar__plus_01_dot_71_bar__plus_02_dot_87 - object
  Pan_bar__plus_00_dot_85_bar__plus_01_dot_30_bar__minus_00_dot_21 - object
  Pan_bar__plus_00_dot_34_bar__plus_01_dot_40_bar__plus_01_dot_60 - object
  PaperTowelRoll_bar__minus_01_dot_06_bar__plus_00_dot_51_bar__minus_01_dot_47 - object
  PepperShaker_bar__plus_01_dot_16_bar__plus_01_dot_47_bar__minus_00_dot_50 - object
  Plate_bar__plus_00_dot_77_bar__plus_01_dot_52_bar__plus_01_dot_21 - object
  Plate_bar__plus_01_dot_24_bar__plus_01_dot_70_bar__minus_00_dot_33 - object
  Plate_bar__minus_00_dot_62_bar__plus_00_dot_98_bar__minus_01_dot_19 - object
  Pot_bar__minus_01_dot_92_bar__plus_00_dot_73_bar__plus_02_dot_52 - object
  Pot_bar__minus_00_dot_86_bar__plus_00_dot_93_bar__minus_01_dot_58 - object
  Pot_bar__minus_00_dot_82_bar__plus_01_dot_66_bar__minus_00_dot_82 - object
  Potato_bar__plus_00_dot_94_bar__plus_00_dot_28_bar__minus_00_dot_53 - object
  Potato_bar__plus_00_dot_97_bar__plus_01_dot_63_bar__minus_01_dot_84 - object
  SaltShaker_bar__minus_01_dot_69_bar__plus_00_dot_36_bar__plus_01_dot_95 - object
  SoapBottle_bar__plus_00_dot_83_bar__plus_00_dot_25_bar__minus_00_dot_57 - object
  SoapBottle_bar__plus_01_dot_18_bar__plus_01_dot_62_bar__minus_00_dot_07 - object
  SoapBottle_bar__minus_02_dot_70_bar__plus_01_dot_65_bar__minus_00_dot_52 - object
  Spatula_bar__plus_00_dot_69_bar__plus_00_dot_26_bar__plus_00_dot_11 - object
  Spoon_bar__plus_01_dot_04_bar__plus_01_dot_57_bar__minus_00_dot_56 - object
  Statue_bar__minus_00_dot_91_bar__plus_01_dot_08_bar__minus_01_dot_04 - object
  Statue_bar__plus_00_dot_68_bar__plus_01_dot_30_bar__minus_00_dot_21 - object
  Tomato_bar__plus_00_dot_58_bar__plus_00_dot_72_bar__plus_01_dot_27 - object
  Vase_bar__plus_01_dot_19_bar__plus_00_dot_69_bar__minus_02_dot_31 - object
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
  loc_bar__minus_1_bar_3_bar_1_bar_30 - location
  loc_bar__minus_1_bar_6_bar_3_bar_30 - location
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
  (objectType Apple_bar__plus_00_dot_62_bar__plus_00_dot_22_bar__minus_00_dot_42 AppleType)
  (objectType Apple_bar__plus_00_dot_83_bar__plus_00_dot_86_bar__minus_01_dot_30 AppleType)
  (objectType Apple_bar__plus_00_dot_77_bar__plus_01_dot_78_bar__plus_01_dot_05 AppleType)
  (objectType Bowl_bar__plus_01_dot_19_bar__plus_00_dot_00_bar__minus_02_dot_39 BowlType)
  (objectType Bowl_bar__minus_01_dot_27_bar__plus_00_dot_31_bar__plus_02_dot_40 BowlType)
  (objectType Bowl_bar__minus_00_dot_80_bar__plus_01_dot_77_bar__minus_01_dot_01 BowlType)
  (objectType Bread_bar__plus_00_dot_70_bar__plus_01_dot_74_bar__minus_00_dot_57 BreadType)
  (objectType Bread_bar__minus_00_dot_52_bar__plus_01_dot_33_bar__plus_01_dot_23 BreadType)
  (objectType Bread_bar__plus_01_dot_17_bar__plus_01_dot_34_bar__minus_01_dot_87 BreadType)
  (objectType ButterKnife_bar__minus_00_dot_82_bar__plus_00_dot_40_bar__minus_01_dot_03 ButterKnifeType)
  (objectType ButterKnife_bar__minus_00_dot_72_bar__plus_00_dot_93_bar__minus_01_dot_55 ButterKnifeType)
  (objectType CellPhone_bar__minus_00_dot_43_bar__plus_00_dot_18_bar__minus_01_dot_12 CellPhoneType)
  (objectType CreditCard_bar__plus_00_dot_61_bar__plus_00_dot_64_bar__minus_00_dot_01 CreditCardType)
  (objectType Cup_bar__plus_00_dot_91_bar__plus_00_dot_20_bar__plus_01_dot_41 CupType)
  (objectType Cup_bar__plus_00_dot_43_bar__plus_01_dot_76_bar__plus_01_dot_29 CupType)
  (objectType Cup_bar__minus_02_dot_94_bar__plus_01_dot_63_bar__minus_00_dot_08 CupType)
  (objectType DishSponge_bar__minus_00_dot_62_bar__plus_00_dot_53_bar__minus_01_dot_18 DishSpongeType)
  (objectType DishSponge_bar__plus_00_dot_34_bar__plus_01_dot_42_bar__plus_01_dot_01 DishSpongeType)
  (objectType Egg_bar__plus_01_dot_08_bar__plus_01_dot_53_bar__minus_02_dot_20 EggType)
  (objectType Egg_bar__minus_00_dot_95_bar__plus_01_dot_41_bar__minus_00_dot_35 EggType)
  (objectType Egg_bar__plus_00_dot_82_bar__plus_00_dot_70_bar__minus_00_dot_13 EggType)
  (objectType Fork_bar__plus_00_dot_99_bar__plus_00_dot_99_bar__minus_01_dot_88 ForkType)
  (objectType Fork_bar__plus_00_dot_83_bar__plus_00_dot_45_bar__minus_02_dot_34 ForkType)
  (objectType Fork_bar__plus_01_dot_07_bar__plus_00_dot_91_bar__minus_01_dot_66 ForkType)
  (objectType Glassbottle_bar__plus_00_dot_44_bar__plus_00_dot_88_bar__plus_01_dot_19 GlassbottleType)
  (objectType Knife_bar__minus_00_dot_77_bar__plus_00_dot_40_bar__minus_01_dot_70 KnifeType)
  (objectType Lettuce_bar__minus_00_dot_85_bar__plus_00_dot_74_bar__minus_00_dot_75 LettuceType)
  (objectType Lettuce_bar__plus_00_dot_61_bar__plus_01_dot_27_bar__minus_00_dot_46 LettuceType)
  (objectType Lettuce_bar__minus_00_dot_55_bar__plus_00_dot_71_bar__plus_00_dot_98 LettuceType)
  (objectType Mug_bar__plus_01_dot_16_bar__plus_01_dot_49_bar__minus_02_dot_23 MugType)
  (objectType Mug_bar__plus_00_dot_66_bar__plus_01_dot_71_bar__plus_02_dot_87 MugType)
  (objectType Pan_bar__plus_00_dot_85_bar__plus_01_dot_30_bar__minus_00_dot_21 PanType)
  (objectType Pan_bar__plus_00_dot_34_bar__plus_01_dot_40_bar__plus_01_dot_60 PanType)
  (objectType PaperTowelRoll_bar__minus_01_dot_06_bar__plus_00_dot_51_bar__minus_01_dot_47 PaperTowelRollType)
  (objectType PepperShaker_bar__plus_01_dot_16_bar__plus_01_dot_47_bar__minus_00_dot_50 PepperShakerType)
  (objectType Plate_bar__plus_00_dot_77_bar__plus_01_dot_52_bar__plus_01_dot_21 PlateType)
  (objectType Plate_bar__plus_01_dot_24_bar__plus_01_dot_70_bar__minus_00_dot_33 PlateType)
  (objectType Plate_bar__minus_00_dot_62_bar__plus_00_dot_98_bar__minus_01_dot_19 PlateType)
  (objectType Pot_bar__minus_01_dot_92_bar__plus_00_dot_73_bar__plus_02_dot_52 PotType)
  (objectType Pot_bar__minus_00_dot_86_bar__plus_00_dot_93_bar__minus_01_dot_58 PotType)
  (objectType Pot_bar__minus_00_dot_82_bar__plus_01_dot_66_bar__minus_00_dot_82 PotType)
  (objectType Potato_bar__plus_00_dot_94_bar__plus_00_dot_28_bar__minus_00_dot_53 PotatoType)
  (objectType Potato_bar__plus_00_dot_97_bar__plus_01_dot_63_bar__minus_01_dot_84 PotatoType)
  (objectType SaltShaker_bar__minus_01_dot_69_bar__plus_00_dot_36_bar__plus_01_dot_95 SaltShakerType)
  (objectType SoapBottle_bar__plus_00_dot_83_bar__plus_00_dot_25_bar__minus_00_dot_57 SoapBottleType)
  (objectType SoapBottle_bar__plus_01_dot_18_bar__plus_01_dot_62_bar__minus_00_dot_07 SoapBottleType)
  (objectType SoapBottle_bar__minus_02_dot_70_bar__plus_01_dot_65_bar__minus_00_dot_52 SoapBottleType)
  (objectType Spatula_bar__plus_00_dot_69_bar__plus_00_dot_26_bar__plus_00_dot_11 SpatulaType)
  (objectType Spoon_bar__plus_01_dot_04_bar__plus_01_dot_57_bar__minus_00_dot_56 SpoonType)
  (objectType Statue_bar__minus_00_dot_91_bar__plus_01_dot_08_bar__minus_01_dot_04 StatueType)
  (objectType Statue_bar__plus_00_dot_68_bar__plus_01_dot_30_bar__minus_00_dot_21 StatueType)
  (objectType Tomato_bar__plus_00_dot_58_bar__plus_00_dot_72_bar__plus_01_dot_27 TomatoType)
  (objectType Vase_bar__plus_01_dot_19_bar__plus_00_dot_69_bar__minus_02_dot_31 VaseType)
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
  (isReceptacleObject Bowl_bar__plus_01_dot_19_bar__plus_00_dot_00_bar__minus_02_dot_39)
  (isReceptacleObject Bowl_bar__minus_01_dot_27_bar__plus_00_dot_31_bar__plus_02_dot_40)
  (isReceptacleObject Bowl_bar__minus_00_dot_80_bar__plus_01_dot_77_bar__minus_01_dot_01)
  (isReceptacleObject Cup_bar__plus_00_dot_91_bar__plus_00_dot_20_bar__plus_01_dot_41)
  (isReceptacleObject Cup_bar__plus_00_dot_43_bar__plus_01_dot_76_bar__plus_01_dot_29)
  (isReceptacleObject Cup_bar__minus_02_dot_94_bar__plus_01_dot_63_bar__minus_00_dot_08)
  (isReceptacleObject Mug_bar__plus_01_dot_16_bar__plus_01_dot_49_bar__minus_02_dot_23)
  (isReceptacleObject Mug_bar__plus_00_dot_66_bar__plus_01_dot_71_bar__plus_02_dot_87)
  (isReceptacleObject Pan_bar__plus_00_dot_85_bar__plus_01_dot_30_bar__minus_00_dot_21)
  (isReceptacleObject Pan_bar__plus_00_dot_34_bar__plus_01_dot_40_bar__plus_01_dot_60)
  (isReceptacleObject Plate_bar__plus_00_dot_77_bar__plus_01_dot_52_bar__plus_01_dot_21)
  (isReceptacleObject Plate_bar__plus_01_dot_24_bar__plus_01_dot_70_bar__minus_00_dot_33)
  (isReceptacleObject Plate_bar__minus_00_dot_62_bar__plus_00_dot_98_bar__minus_01_dot_19)
  (isReceptacleObject Pot_bar__minus_01_dot_92_bar__plus_00_dot_73_bar__plus_02_dot_52)
  (isReceptacleObject Pot_bar__minus_00_dot_86_bar__plus_00_dot_93_bar__minus_01_dot_58)
  (isReceptacleObject Pot_bar__minus_00_dot_82_bar__plus_01_dot_66_bar__minus_00_dot_82)
  (openable Cabinet_bar__plus_00_dot_65_bar__plus_00_dot_48_bar__plus_00_dot_24)
  (openable Cabinet_bar__plus_00_dot_65_bar__plus_00_dot_48_bar__minus_01_dot_72)
  (openable Cabinet_bar__plus_00_dot_95_bar__plus_02_dot_16_bar__minus_02_dot_38)
  (openable Drawer_bar__plus_00_dot_64_bar__plus_00_dot_27_bar__minus_00_dot_65)
  (openable Drawer_bar__plus_00_dot_64_bar__plus_00_dot_55_bar__minus_00_dot_65)
  (openable Drawer_bar__plus_00_dot_64_bar__plus_00_dot_76_bar__minus_00_dot_65)
  (openable Fridge_bar__plus_00_dot_97_bar__plus_00_dot_00_bar__plus_01_dot_25)
  (openable Microwave_bar__plus_01_dot_04_bar__plus_01_dot_68_bar__minus_01_dot_30)
  (atLocation agent1 loc_bar__minus_1_bar_6_bar_3_bar_30)
  (cleanable Apple_bar__plus_00_dot_62_bar__plus_00_dot_22_bar__minus_00_dot_42)
  (cleanable Apple_bar__plus_00_dot_83_bar__plus_00_dot_86_bar__minus_01_dot_30)
  (cleanable Apple_bar__plus_00_dot_77_bar__plus_01_dot_78_bar__plus_01_dot_05)
  (cleanable Bowl_bar__plus_01_dot_19_bar__plus_00_dot_00_bar__minus_02_dot_39)
  (cleanable Bowl_bar__minus_01_dot_27_bar__plus_00_dot_31_bar__plus_02_dot_40)
  (cleanable Bowl_bar__minus_00_dot_80_bar__plus_01_dot_77_bar__minus_01_dot_01)
  (cleanable ButterKnife_bar__minus_00_dot_82_bar__plus_00_dot_40_bar__minus_01_dot_03)
  (cleanable ButterKnife_bar__minus_00_dot_72_bar__plus_00_dot_93_bar__minus_01_dot_55)
  (cleanable Cup_bar__plus_00_dot_91_bar__plus_00_dot_20_bar__plus_01_dot_41)
  (cleanable Cup_bar__plus_00_dot_43_bar__plus_01_dot_76_bar__plus_01_dot_29)
  (cleanable Cup_bar__minus_02_dot_94_bar__plus_01_dot_63_bar__minus_00_dot_08)
  (cleanable DishSponge_bar__minus_00_dot_62_bar__plus_00_dot_53_bar__minus_01_dot_18)
  (cleanable DishSponge_bar__plus_00_dot_34_bar__plus_01_dot_42_bar__plus_01_dot_01)
  (cleanable Egg_bar__plus_01_dot_08_bar__plus_01_dot_53_bar__minus_02_dot_20)
  (cleanable Egg_bar__minus_00_dot_95_bar__plus_01_dot_41_bar__minus_00_dot_35)
  (cleanable Egg_bar__plus_00_dot_82_bar__plus_00_dot_70_bar__minus_00_dot_13)
  (cleanable Fork_bar__plus_00_dot_99_bar__plus_00_dot_99_bar__minus_01_dot_88)
  (cleanable Fork_bar__plus_00_dot_83_bar__plus_00_dot_45_bar__minus_02_dot_34)
  (cleanable Fork_bar__plus_01_dot_07_bar__plus_00_dot_91_bar__minus_01_dot_66)
  (cleanable Knife_bar__minus_00_dot_77_bar__plus_00_dot_40_bar__minus_01_dot_70)
  (cleanable Lettuce_bar__minus_00_dot_85_bar__plus_00_dot_74_bar__minus_00_dot_75)
  (cleanable Lettuce_bar__plus_00_dot_61_bar__plus_01_dot_27_bar__minus_00_dot_46)
  (cleanable Lettuce_bar__minus_00_dot_55_bar__plus_00_dot_71_bar__plus_00_dot_98)
  (cleanable Mug_bar__plus_01_dot_16_bar__plus_01_dot_49_bar__minus_02_dot_23)
  (cleanable Mug_bar__plus_00_dot_66_bar__plus_01_dot_71_bar__plus_02_dot_87)
  (cleanable Pan_bar__plus_00_dot_85_bar__plus_01_dot_30_bar__minus_00_dot_21)
  (cleanable Pan_bar__plus_00_dot_34_bar__plus_01_dot_40_bar__plus_01_dot_60)
  (cleanable Plate_bar__plus_00_dot_77_bar__plus_01_dot_52_bar__plus_01_dot_21)
  (cleanable Plate_bar__plus_01_dot_24_bar__plus_01_dot_70_bar__minus_00_dot_33)
  (cleanable Plate_bar__minus_00_dot_62_bar__plus_00_dot_98_bar__minus_01_dot_19)
  (cleanable Pot_bar__minus_01_dot_92_bar__plus_00_dot_73_bar__plus_02_dot_52)
  (cleanable Pot_bar__minus_00_dot_86_bar__plus_00_dot_93_bar__minus_01_dot_58)
  (cleanable Pot_bar__minus_00_dot_82_bar__plus_01_dot_66_bar__minus_00_dot_82)
  (cleanable Potato_bar__plus_00_dot_94_bar__plus_00_dot_28_bar__minus_00_dot_53)
  (cleanable Potato_bar__plus_00_dot_97_bar__plus_01_dot_63_bar__minus_01_dot_84)
  (cleanable Spatula_bar__plus_00_dot_69_bar__plus_00_dot_26_bar__plus_00_dot_11)
  (cleanable Spoon_bar__plus_01_dot_04_bar__plus_01_dot_57_bar__minus_00_dot_56)
  (cleanable Tomato_bar__plus_00_dot_58_bar__plus_00_dot_72_bar__plus_01_dot_27)
  (heatable Apple_bar__plus_00_dot_62_bar__plus_00_dot_22_bar__minus_00_dot_42)
  (heatable Apple_bar__plus_00_dot_83_bar__plus_00_dot_86_bar__minus_01_dot_30)
  (heatable Apple_bar__plus_00_dot_77_bar__plus_01_dot_78_bar__plus_01_dot_05)
  (heatable Bread_bar__plus_00_dot_70_bar__plus_01_dot_74_bar__minus_00_dot_57)
  (heatable Bread_bar__minus_00_dot_52_bar__plus_01_dot_33_bar__plus_01_dot_23)
  (heatable Bread_bar__plus_01_dot_17_bar__plus_01_dot_34_bar__minus_01_dot_87)
  (heatable Cup_bar__plus_00_dot_91_bar__plus_00_dot_20_bar__plus_01_dot_41)
  (heatable Cup_bar__plus_00_dot_43_bar__plus_01_dot_76_bar__plus_01_dot_29)
  (heatable Cup_bar__minus_02_dot_94_bar__plus_01_dot_63_bar__minus_00_dot_08)
  (heatable Egg_bar__plus_01_dot_08_bar__plus_01_dot_53_bar__minus_02_dot_20)
  (heatable Egg_bar__minus_00_dot_95_bar__plus_01_dot_41_bar__minus_00_dot_35)
  (heatable Egg_bar__plus_00_dot_82_bar__plus_00_dot_70_bar__minus_00_dot_13)
  (heatable Mug_bar__plus_01_dot_16_bar__plus_01_dot_49_bar__minus_02_dot_23)
  (heatable Mug_bar__plus_00_dot_66_bar__plus_01_dot_71_bar__plus_02_dot_87)
  (heatable Plate_bar__plus_00_dot_77_bar__plus_01_dot_52_bar__plus_01_dot_21)
  (heatable Plate_bar__plus_01_dot_24_bar__plus_01_dot_70_bar__minus_00_dot_33)
  (heatable Plate_bar__minus_00_dot_62_bar__plus_00_dot_98_bar__minus_01_dot_19)
  (heatable Potato_bar__plus_00_dot_94_bar__plus_00_dot_28_bar__minus_00_dot_53)
  (heatable Potato_bar__plus_00_dot_97_bar__plus_01_dot_63_bar__minus_01_dot_84)
  (heatable Tomato_bar__plus_00_dot_58_bar__plus_00_dot_72_bar__plus_01_dot_27)
  (coolable Apple_bar__plus_00_dot_62_bar__plus_00_dot_22_bar__minus_00_dot_42)
  (coolable Apple_bar__plus_00_dot_83_bar__plus_00_dot_86_bar__minus_01_dot_30)
  (coolable Apple_bar__plus_00_dot_77_bar__plus_01_dot_78_bar__plus_01_dot_05)
  (coolable Bowl_bar__plus_01_dot_19_bar__plus_00_dot_00_bar__minus_02_dot_39)
  (coolable Bowl_bar__minus_01_dot_27_bar__plus_00_dot_31_bar__plus_02_dot_40)
  (coolable Bowl_bar__minus_00_dot_80_bar__plus_01_dot_77_bar__minus_01_dot_01)
  (coolable Bread_bar__plus_00_dot_70_bar__plus_01_dot_74_bar__minus_00_dot_57)
  (coolable Bread_bar__minus_00_dot_52_bar__plus_01_dot_33_bar__plus_01_dot_23)
  (coolable Bread_bar__plus_01_dot_17_bar__plus_01_dot_34_bar__minus_01_dot_87)
  (coolable Cup_bar__plus_00_dot_91_bar__plus_00_dot_20_bar__plus_01_dot_41)
  (coolable Cup_bar__plus_00_dot_43_bar__plus_01_dot_76_bar__plus_01_dot_29)
  (coolable Cup_bar__minus_02_dot_94_bar__plus_01_dot_63_bar__minus_00_dot_08)
  (coolable Egg_bar__plus_01_dot_08_bar__plus_01_dot_53_bar__minus_02_dot_20)
  (coolable Egg_bar__minus_00_dot_95_bar__plus_01_dot_41_bar__minus_00_dot_35)
  (coolable Egg_bar__plus_00_dot_82_bar__plus_00_dot_70_bar__minus_00_dot_13)
  (coolable Lettuce_bar__minus_00_dot_85_bar__plus_00_dot_74_bar__minus_00_dot_75)
  (coolable Lettuce_bar__plus_00_dot_61_bar__plus_01_dot_27_bar__minus_00_dot_46)
  (coolable Lettuce_bar__minus_00_dot_55_bar__plus_00_dot_71_bar__plus_00_dot_98)
  (coolable Mug_bar__plus_01_dot_16_bar__plus_01_dot_49_bar__minus_02_dot_23)
  (coolable Mug_bar__plus_00_dot_66_bar__plus_01_dot_71_bar__plus_02_dot_87)
  (coolable Pan_bar__plus_00_dot_85_bar__plus_01_dot_30_bar__minus_00_dot_21)
  (coolable Pan_bar__plus_00_dot_34_bar__plus_01_dot_40_bar__plus_01_dot_60)
  (coolable Plate_bar__plus_00_dot_77_bar__plus_01_dot_52_bar__plus_01_dot_21)
  (coolable Plate_bar__plus_01_dot_24_bar__plus_01_dot_70_bar__minus_00_dot_33)
  (coolable Plate_bar__minus_00_dot_62_bar__plus_00_dot_98_bar__minus_01_dot_19)
  (coolable Pot_bar__minus_01_dot_92_bar__plus_00_dot_73_bar__plus_02_dot_52)
  (coolable Pot_bar__minus_00_dot_86_bar__plus_00_dot_93_bar__minus_01_dot_58)
  (coolable Pot_bar__minus_00_dot_82_bar__plus_01_dot_66_bar__minus_00_dot_82)
  (coolable Potato_bar__plus_00_dot_94_bar__plus_00_dot_28_bar__minus_00_dot_53)
  (coolable Potato_bar__plus_00_dot_97_bar__plus_01_dot_63_bar__minus_01_dot_84)
  (coolable Tomato_bar__plus_00_dot_58_bar__plus_00_dot_72_bar__plus_01_dot_27)
  (sliceable Apple_bar__plus_00_dot_62_bar__plus_00_dot_22_bar__minus_00_dot_42)
  (sliceable Apple_bar__plus_00_dot_83_bar__plus_00_dot_86_bar__minus_01_dot_30)
  (sliceable Apple_bar__plus_00_dot_77_bar__plus_01_dot_78_bar__plus_01_dot_05)
  (sliceable Bread_bar__plus_00_dot_70_bar__plus_01_dot_74_bar__minus_00_dot_57)
  (sliceable Bread_bar__minus_00_dot_52_bar__plus_01_dot_33_bar__plus_01_dot_23)
  (sliceable Bread_bar__plus_01_dot_17_bar__plus_01_dot_34_bar__minus_01_dot_87)
  (sliceable Egg_bar__plus_01_dot_08_bar__plus_01_dot_53_bar__minus_02_dot_20)
  (sliceable Egg_bar__minus_00_dot_95_bar__plus_01_dot_41_bar__minus_00_dot_35)
  (sliceable Egg_bar__plus_00_dot_82_bar__plus_00_dot_70_bar__minus_00_dot_13)
  (sliceable Lettuce_bar__minus_00_dot_85_bar__plus_00_dot_74_bar__minus_00_dot_75)
  (sliceable Lettuce_bar__plus_00_dot_61_bar__plus_01_dot_27_bar__minus_00_dot_46)
  (sliceable Lettuce_bar__minus_00_dot_55_bar__plus_00_dot_71_bar__plus_00_dot_98)
  (sliceable Potato_bar__plus_00_dot_94_bar__plus_00_dot_28_bar__minus_00_dot_53)
  (sliceable Potato_bar__plus_00_dot_97_bar__plus_01_dot_63_bar__minus_01_dot_84)
  (sliceable Tomato_bar__plus_00_dot_58_bar__plus_00_dot_72_bar__plus_01_dot_27)
  (pickupable Apple_bar__plus_00_dot_62_bar__plus_00_dot_22_bar__minus_00_dot_42)
  (pickupable Apple_bar__plus_00_dot_83_bar__plus_00_dot_86_bar__minus_01_dot_30)
  (pickupable Apple_bar__plus_00_dot_77_bar__plus_01_dot_78_bar__plus_01_dot_05)
  (pickupable Bowl_bar__plus_01_dot_19_bar__plus_00_dot_00_bar__minus_02_dot_39)
  (pickupable Bowl_bar__minus_01_dot_27_bar__plus_00_dot_31_bar__plus_02_dot_40)
  (pickupable Bowl_bar__minus_00_dot_80_bar__plus_01_dot_77_bar__minus_01_dot_01)
  (pickupable Bread_bar__plus_00_dot_70_bar__plus_01_dot_74_bar__minus_00_dot_57)
  (pickupable Bread_bar__minus_00_dot_52_bar__plus_01_dot_33_bar__plus_01_dot_23)
  (pickupable Bread_bar__plus_01_dot_17_bar__plus_01_dot_34_bar__minus_01_dot_87)
  (pickupable ButterKnife_bar__minus_00_dot_82_bar__plus_00_dot_40_bar__minus_01_dot_03)
  (pickupable ButterKnife_bar__minus_00_dot_72_bar__plus_00_dot_93_bar__minus_01_dot_55)
  (pickupable CellPhone_bar__minus_00_dot_43_bar__plus_00_dot_18_bar__minus_01_dot_12)
  (pickupable CreditCard_bar__plus_00_dot_61_bar__plus_00_dot_64_bar__minus_00_dot_01)
  (pickupable Cup_bar__plus_00_dot_91_bar__plus_00_dot_20_bar__plus_01_dot_41)
  (pickupable Cup_bar__plus_00_dot_43_bar__plus_01_dot_76_bar__plus_01_dot_29)
  (pickupable Cup_bar__minus_02_dot_94_bar__plus_01_dot_63_bar__minus_00_dot_08)
  (pickupable DishSponge_bar__minus_00_dot_62_bar__plus_00_dot_53_bar__minus_01_dot_18)
  (pickupable DishSponge_bar__plus_00_dot_34_bar__plus_01_dot_42_bar__plus_01_dot_01)
  (pickupable Egg_bar__plus_01_dot_08_bar__plus_01_dot_53_bar__minus_02_dot_20)
  (pickupable Egg_bar__minus_00_dot_95_bar__plus_01_dot_41_bar__minus_00_dot_35)
  (pickupable Egg_bar__plus_00_dot_82_bar__plus_00_dot_70_bar__minus_00_dot_13)
  (pickupable Fork_bar__plus_00_dot_99_bar__plus_00_dot_99_bar__minus_01_dot_88)
  (pickupable Fork_bar__plus_00_dot_83_bar__plus_00_dot_45_bar__minus_02_dot_34)
  (pickupable Fork_bar__plus_01_dot_07_bar__plus_00_dot_91_bar__minus_01_dot_66)
  (pickupable Glassbottle_bar__plus_00_dot_44_bar__plus_00_dot_88_bar__plus_01_dot_19)
  (pickupable Knife_bar__minus_00_dot_77_bar__plus_00_dot_40_bar__minus_01_dot_70)
  (pickupable Lettuce_bar__minus_00_dot_85_bar__plus_00_dot_74_bar__minus_00_dot_75)
  (pickupable Lettuce_bar__plus_00_dot_61_bar__plus_01_dot_27_bar__minus_00_dot_46)
  (pickupable Lettuce_bar__minus_00_dot_55_bar__plus_00_dot_71_bar__plus_00_dot_98)
  (pickupable Mug_bar__plus_01_dot_16_bar__plus_01_dot_49_bar__minus_02_dot_23)
  (pickupable Mug_bar__plus_00_dot_66_bar__plus_01_dot_71_bar__plus_02_dot_87)
  (pickupable Pan_bar__plus_00_dot_85_bar__plus_01_dot_30_bar__minus_00_dot_21)
  (pickupable Pan_bar__plus_00_dot_34_bar__plus_01_dot_40_bar__plus_01_dot_60)
  (pickupable PaperTowelRoll_bar__minus_01_dot_06_bar__plus_00_dot_51_bar__minus_01_dot_47)
  (pickupable PepperShaker_bar__plus_01_dot_16_bar__plus_01_dot_47_bar__minus_00_dot_50)
  (pickupable Plate_bar__plus_00_dot_77_bar__plus_01_dot_52_bar__plus_01_dot_21)
  (pickupable Plate_bar__plus_01_dot_24_bar__plus_01_dot_70_bar__minus_00_dot_33)
  (pickupable Plate_bar__minus_00_dot_62_bar__plus_00_dot_98_bar__minus_01_dot_19)
  (pickupable Pot_bar__minus_01_dot_92_bar__plus_00_dot_73_bar__plus_02_dot_52)
  (pickupable Pot_bar__minus_00_dot_86_bar__plus_00_dot_93_bar__minus_01_dot_58)
  (pickupable Pot_bar__minus_00_dot_82_bar__plus_01_dot_66_bar__minus_00_dot_82)
  (pickupable Potato_bar__plus_00_dot_94_bar__plus_00_dot_28_bar__minus_00_dot_53)
  (pickupable Potato_bar__plus_00_dot_97_bar__plus_01_dot_63_bar__minus_01_dot_84)
  (pickupable SaltShaker_bar__minus_01_dot_69_bar__plus_00_dot_36_bar__plus_01_dot_95)
  (pickupable SoapBottle_bar__plus_00_dot_83_bar__plus_00_dot_25_bar__minus_00_dot_57)
  (pickupable SoapBottle_bar__plus_01_dot_18_bar__plus_01_dot_62_bar__minus_00_dot_07)
  (pickupable SoapBottle_bar__minus_02_dot_70_bar__plus_01_dot_65_bar__minus_00_dot_52)
  (pickupable Spatula_bar__plus_00_dot_69_bar__plus_00_dot_26_bar__plus_00_dot_11)
  (pickupable Spoon_bar__plus_01_dot_04_bar__plus_01_dot_57_bar__minus_00_dot_56)
  (pickupable Statue_bar__minus_00_dot_91_bar__plus_01_dot_08_bar__minus_01_dot_04)
  (pickupable Statue_bar__plus_00_dot_68_bar__plus_01_dot_30_bar__minus_00_dot_21)
  (pickupable Tomato_bar__plus_00_dot_58_bar__plus_00_dot_72_bar__plus_01_dot_27)
  (pickupable Vase_bar__plus_01_dot_19_bar__plus_00_dot_69_bar__minus_02_dot_31)
  (inReceptacleObject Knife_bar__minus_00_dot_77_bar__plus_00_dot_40_bar__minus_01_dot_70 Pot_bar__minus_00_dot_86_bar__plus_00_dot_93_bar__minus_01_dot_58)
  (inReceptacle HousePlant_bar__minus_00_dot_63_bar__plus_01_dot_28_bar__minus_01_dot_31 CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64)
  (inReceptacle Apple_bar__plus_00_dot_62_bar__plus_00_dot_22_bar__minus_00_dot_42 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle Apple_bar__plus_00_dot_83_bar__plus_00_dot_86_bar__minus_01_dot_30 Microwave_bar__plus_01_dot_04_bar__plus_01_dot_68_bar__minus_01_dot_30)
  (inReceptacle Apple_bar__plus_00_dot_77_bar__plus_01_dot_78_bar__plus_01_dot_05 Fridge_bar__plus_00_dot_97_bar__plus_00_dot_00_bar__plus_01_dot_25)
  (inReceptacle Bowl_bar__plus_01_dot_19_bar__plus_00_dot_00_bar__minus_02_dot_39 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_02_dot_05)
  (inReceptacle Bowl_bar__minus_01_dot_27_bar__plus_00_dot_31_bar__plus_02_dot_40 Shelf_bar__minus_01_dot_69_bar__plus_00_dot_16_bar__plus_02_dot_72)
  (inReceptacle Bowl_bar__minus_00_dot_80_bar__plus_01_dot_77_bar__minus_01_dot_01 Sink_bar__minus_00_dot_70_bar__plus_00_dot_93_bar__minus_00_dot_65_bar_SinkBasin)
  (inReceptacle Bread_bar__plus_00_dot_70_bar__plus_01_dot_74_bar__minus_00_dot_57 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle Bread_bar__minus_00_dot_52_bar__plus_01_dot_33_bar__plus_01_dot_23 GarbageCan_bar__minus_00_dot_95_bar__plus_00_dot_00_bar__plus_00_dot_58)
  (inReceptacle Bread_bar__plus_01_dot_17_bar__plus_01_dot_34_bar__minus_01_dot_87 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_02_dot_05)
  (inReceptacle ButterKnife_bar__minus_00_dot_82_bar__plus_00_dot_40_bar__minus_01_dot_03 Sink_bar__minus_00_dot_70_bar__plus_00_dot_93_bar__minus_00_dot_65_bar_SinkBasin)
  (inReceptacle ButterKnife_bar__minus_00_dot_72_bar__plus_00_dot_93_bar__minus_01_dot_55 CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64)
  (inReceptacle CellPhone_bar__minus_00_dot_43_bar__plus_00_dot_18_bar__minus_01_dot_12 CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64)
  (inReceptacle CreditCard_bar__plus_00_dot_61_bar__plus_00_dot_64_bar__minus_00_dot_01 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle Cup_bar__plus_00_dot_91_bar__plus_00_dot_20_bar__plus_01_dot_41 Fridge_bar__plus_00_dot_97_bar__plus_00_dot_00_bar__plus_01_dot_25)
  (inReceptacle Cup_bar__plus_00_dot_43_bar__plus_01_dot_76_bar__plus_01_dot_29 Fridge_bar__plus_00_dot_97_bar__plus_00_dot_00_bar__plus_01_dot_25)
  (inReceptacle Cup_bar__minus_02_dot_94_bar__plus_01_dot_63_bar__minus_00_dot_08 Cabinet_bar__minus_02_dot_28_bar__plus_01_dot_05_bar__minus_00_dot_27)
  (inReceptacle DishSponge_bar__minus_00_dot_62_bar__plus_00_dot_53_bar__minus_01_dot_18 CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64)
  (inReceptacle DishSponge_bar__plus_00_dot_34_bar__plus_01_dot_42_bar__plus_01_dot_01 Cabinet_bar__plus_00_dot_65_bar__plus_00_dot_48_bar__plus_00_dot_24)
  (inReceptacle Egg_bar__plus_01_dot_08_bar__plus_01_dot_53_bar__minus_02_dot_20 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_02_dot_05)
  (inReceptacle Egg_bar__minus_00_dot_95_bar__plus_01_dot_41_bar__minus_00_dot_35 Sink_bar__minus_00_dot_70_bar__plus_00_dot_93_bar__minus_00_dot_65_bar_SinkBasin)
  (inReceptacle Egg_bar__plus_00_dot_82_bar__plus_00_dot_70_bar__minus_00_dot_13 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle Fork_bar__plus_00_dot_99_bar__plus_00_dot_99_bar__minus_01_dot_88 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_02_dot_05)
  (inReceptacle Fork_bar__plus_00_dot_83_bar__plus_00_dot_45_bar__minus_02_dot_34 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_02_dot_05)
  (inReceptacle Fork_bar__plus_01_dot_07_bar__plus_00_dot_91_bar__minus_01_dot_66 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_02_dot_05)
  (inReceptacle Glassbottle_bar__plus_00_dot_44_bar__plus_00_dot_88_bar__plus_01_dot_19 Fridge_bar__plus_00_dot_97_bar__plus_00_dot_00_bar__plus_01_dot_25)
  (inReceptacle Knife_bar__minus_00_dot_77_bar__plus_00_dot_40_bar__minus_01_dot_70 CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64)
  (inReceptacle Lettuce_bar__minus_00_dot_85_bar__plus_00_dot_74_bar__minus_00_dot_75 Sink_bar__minus_00_dot_70_bar__plus_00_dot_93_bar__minus_00_dot_65_bar_SinkBasin)
  (inReceptacle Lettuce_bar__plus_00_dot_61_bar__plus_01_dot_27_bar__minus_00_dot_46 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle Lettuce_bar__minus_00_dot_55_bar__plus_00_dot_71_bar__plus_00_dot_98 GarbageCan_bar__minus_00_dot_95_bar__plus_00_dot_00_bar__plus_00_dot_58)
  (inReceptacle Mug_bar__plus_01_dot_16_bar__plus_01_dot_49_bar__minus_02_dot_23 Cabinet_bar__plus_00_dot_95_bar__plus_02_dot_16_bar__minus_02_dot_38)
  (inReceptacle Mug_bar__plus_00_dot_66_bar__plus_01_dot_71_bar__plus_02_dot_87 CoffeeMachine_bar__plus_00_dot_92_bar__plus_00_dot_26_bar__plus_02_dot_69)
  (inReceptacle Pan_bar__plus_00_dot_85_bar__plus_01_dot_30_bar__minus_00_dot_21 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle Pan_bar__plus_00_dot_34_bar__plus_01_dot_40_bar__plus_01_dot_60 Fridge_bar__plus_00_dot_97_bar__plus_00_dot_00_bar__plus_01_dot_25)
  (inReceptacle PaperTowelRoll_bar__minus_01_dot_06_bar__plus_00_dot_51_bar__minus_01_dot_47 CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64)
  (inReceptacle PepperShaker_bar__plus_01_dot_16_bar__plus_01_dot_47_bar__minus_00_dot_50 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle Plate_bar__plus_00_dot_77_bar__plus_01_dot_52_bar__plus_01_dot_21 Fridge_bar__plus_00_dot_97_bar__plus_00_dot_00_bar__plus_01_dot_25)
  (inReceptacle Plate_bar__plus_01_dot_24_bar__plus_01_dot_70_bar__minus_00_dot_33 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle Plate_bar__minus_00_dot_62_bar__plus_00_dot_98_bar__minus_01_dot_19 CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64)
  (inReceptacle Pot_bar__minus_01_dot_92_bar__plus_00_dot_73_bar__plus_02_dot_52 Shelf_bar__minus_01_dot_69_bar__plus_00_dot_87_bar__plus_02_dot_72)
  (inReceptacle Pot_bar__minus_00_dot_86_bar__plus_00_dot_93_bar__minus_01_dot_58 CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64)
  (inReceptacle Pot_bar__minus_00_dot_82_bar__plus_01_dot_66_bar__minus_00_dot_82 Sink_bar__minus_00_dot_70_bar__plus_00_dot_93_bar__minus_00_dot_65_bar_SinkBasin)
  (inReceptacle Potato_bar__plus_00_dot_94_bar__plus_00_dot_28_bar__minus_00_dot_53 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle Potato_bar__plus_00_dot_97_bar__plus_01_dot_63_bar__minus_01_dot_84 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_02_dot_05)
  (inReceptacle SaltShaker_bar__minus_01_dot_69_bar__plus_00_dot_36_bar__plus_01_dot_95 Shelf_bar__minus_01_dot_69_bar__plus_00_dot_16_bar__plus_02_dot_72)
  (inReceptacle SoapBottle_bar__plus_00_dot_83_bar__plus_00_dot_25_bar__minus_00_dot_57 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle SoapBottle_bar__plus_01_dot_18_bar__plus_01_dot_62_bar__minus_00_dot_07 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle SoapBottle_bar__minus_02_dot_70_bar__plus_01_dot_65_bar__minus_00_dot_52 Cabinet_bar__minus_02_dot_28_bar__plus_01_dot_05_bar__minus_00_dot_27)
  (inReceptacle Spatula_bar__plus_00_dot_69_bar__plus_00_dot_26_bar__plus_00_dot_11 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle Spoon_bar__plus_01_dot_04_bar__plus_01_dot_57_bar__minus_00_dot_56 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle Statue_bar__minus_00_dot_91_bar__plus_01_dot_08_bar__minus_01_dot_04 CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64)
  (inReceptacle Statue_bar__plus_00_dot_68_bar__plus_01_dot_30_bar__minus_00_dot_21 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle Tomato_bar__plus_00_dot_58_bar__plus_00_dot_72_bar__plus_01_dot_27 Fridge_bar__plus_00_dot_97_bar__plus_00_dot_00_bar__plus_01_dot_25)
  (inReceptacle Vase_bar__plus_01_dot_19_bar__plus_00_dot_69_bar__minus_02_dot_31 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_02_dot_05)
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
  (objectAtLocation Apple_bar__plus_00_dot_62_bar__plus_00_dot_22_bar__minus_00_dot_42 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Apple_bar__plus_00_dot_83_bar__plus_00_dot_86_bar__minus_01_dot_30 loc_bar_1_bar__minus_5_bar_1_bar_0)
  (objectAtLocation Apple_bar__plus_00_dot_77_bar__plus_01_dot_78_bar__plus_01_dot_05 loc_bar_0_bar_5_bar_1_bar_0)
  (objectAtLocation Bowl_bar__plus_01_dot_19_bar__plus_00_dot_00_bar__minus_02_dot_39 loc_bar_1_bar__minus_8_bar_1_bar_30)
  (objectAtLocation Bowl_bar__minus_01_dot_27_bar__plus_00_dot_31_bar__plus_02_dot_40 loc_bar__minus_6_bar_6_bar_0_bar_30)
  (objectAtLocation Bowl_bar__minus_00_dot_80_bar__plus_01_dot_77_bar__minus_01_dot_01 loc_bar_0_bar__minus_3_bar_3_bar_30)
  (objectAtLocation Bread_bar__plus_00_dot_70_bar__plus_01_dot_74_bar__minus_00_dot_57 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Bread_bar__minus_00_dot_52_bar__plus_01_dot_33_bar__plus_01_dot_23 loc_bar_0_bar_4_bar_3_bar_30)
  (objectAtLocation Bread_bar__plus_01_dot_17_bar__plus_01_dot_34_bar__minus_01_dot_87 loc_bar_1_bar__minus_8_bar_1_bar_30)
  (objectAtLocation ButterKnife_bar__minus_00_dot_82_bar__plus_00_dot_40_bar__minus_01_dot_03 loc_bar_0_bar__minus_3_bar_3_bar_30)
  (objectAtLocation ButterKnife_bar__minus_00_dot_72_bar__plus_00_dot_93_bar__minus_01_dot_55 loc_bar__minus_3_bar__minus_8_bar_0_bar_30)
  (objectAtLocation CellPhone_bar__minus_00_dot_43_bar__plus_00_dot_18_bar__minus_01_dot_12 loc_bar__minus_3_bar__minus_8_bar_0_bar_30)
  (objectAtLocation CreditCard_bar__plus_00_dot_61_bar__plus_00_dot_64_bar__minus_00_dot_01 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Cup_bar__plus_00_dot_91_bar__plus_00_dot_20_bar__plus_01_dot_41 loc_bar_0_bar_5_bar_1_bar_0)
  (objectAtLocation Cup_bar__plus_00_dot_43_bar__plus_01_dot_76_bar__plus_01_dot_29 loc_bar_0_bar_5_bar_1_bar_0)
  (objectAtLocation Cup_bar__minus_02_dot_94_bar__plus_01_dot_63_bar__minus_00_dot_08 loc_bar__minus_13_bar__minus_1_bar_1_bar__minus_30)
  (objectAtLocation DishSponge_bar__minus_00_dot_62_bar__plus_00_dot_53_bar__minus_01_dot_18 loc_bar__minus_3_bar__minus_8_bar_0_bar_30)
  (objectAtLocation DishSponge_bar__plus_00_dot_34_bar__plus_01_dot_42_bar__plus_01_dot_01 loc_bar__minus_1_bar_3_bar_1_bar_30)
  (objectAtLocation Egg_bar__plus_01_dot_08_bar__plus_01_dot_53_bar__minus_02_dot_20 loc_bar_1_bar__minus_8_bar_1_bar_30)
  (objectAtLocation Egg_bar__minus_00_dot_95_bar__plus_01_dot_41_bar__minus_00_dot_35 loc_bar_0_bar__minus_3_bar_3_bar_30)
  (objectAtLocation Egg_bar__plus_00_dot_82_bar__plus_00_dot_70_bar__minus_00_dot_13 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Fork_bar__plus_00_dot_99_bar__plus_00_dot_99_bar__minus_01_dot_88 loc_bar_1_bar__minus_8_bar_1_bar_30)
  (objectAtLocation Fork_bar__plus_00_dot_83_bar__plus_00_dot_45_bar__minus_02_dot_34 loc_bar_1_bar__minus_8_bar_1_bar_30)
  (objectAtLocation Fork_bar__plus_01_dot_07_bar__plus_00_dot_91_bar__minus_01_dot_66 loc_bar_1_bar__minus_8_bar_1_bar_30)
  (objectAtLocation Glassbottle_bar__plus_00_dot_44_bar__plus_00_dot_88_bar__plus_01_dot_19 loc_bar_0_bar_5_bar_1_bar_0)
  (objectAtLocation Knife_bar__minus_00_dot_77_bar__plus_00_dot_40_bar__minus_01_dot_70 loc_bar__minus_3_bar__minus_8_bar_0_bar_30)
  (objectAtLocation Lettuce_bar__minus_00_dot_85_bar__plus_00_dot_74_bar__minus_00_dot_75 loc_bar_0_bar__minus_3_bar_3_bar_30)
  (objectAtLocation Lettuce_bar__plus_00_dot_61_bar__plus_01_dot_27_bar__minus_00_dot_46 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Lettuce_bar__minus_00_dot_55_bar__plus_00_dot_71_bar__plus_00_dot_98 loc_bar_0_bar_4_bar_3_bar_30)
  (objectAtLocation Mug_bar__plus_01_dot_16_bar__plus_01_dot_49_bar__minus_02_dot_23 loc_bar_1_bar__minus_8_bar_1_bar__minus_30)
  (objectAtLocation Mug_bar__plus_00_dot_66_bar__plus_01_dot_71_bar__plus_02_dot_87 loc_bar_1_bar_10_bar_1_bar_30)
  (objectAtLocation Pan_bar__plus_00_dot_85_bar__plus_01_dot_30_bar__minus_00_dot_21 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Pan_bar__plus_00_dot_34_bar__plus_01_dot_40_bar__plus_01_dot_60 loc_bar_0_bar_5_bar_1_bar_0)
  (objectAtLocation PaperTowelRoll_bar__minus_01_dot_06_bar__plus_00_dot_51_bar__minus_01_dot_47 loc_bar__minus_3_bar__minus_8_bar_0_bar_30)
  (objectAtLocation PepperShaker_bar__plus_01_dot_16_bar__plus_01_dot_47_bar__minus_00_dot_50 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Plate_bar__plus_00_dot_77_bar__plus_01_dot_52_bar__plus_01_dot_21 loc_bar_0_bar_5_bar_1_bar_0)
  (objectAtLocation Plate_bar__plus_01_dot_24_bar__plus_01_dot_70_bar__minus_00_dot_33 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Plate_bar__minus_00_dot_62_bar__plus_00_dot_98_bar__minus_01_dot_19 loc_bar__minus_3_bar__minus_8_bar_0_bar_30)
  (objectAtLocation Pot_bar__minus_01_dot_92_bar__plus_00_dot_73_bar__plus_02_dot_52 loc_bar__minus_9_bar_7_bar_0_bar_30)
  (objectAtLocation Pot_bar__minus_00_dot_86_bar__plus_00_dot_93_bar__minus_01_dot_58 loc_bar__minus_3_bar__minus_8_bar_0_bar_30)
  (objectAtLocation Pot_bar__minus_00_dot_82_bar__plus_01_dot_66_bar__minus_00_dot_82 loc_bar_0_bar__minus_3_bar_3_bar_30)
  (objectAtLocation Potato_bar__plus_00_dot_94_bar__plus_00_dot_28_bar__minus_00_dot_53 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Potato_bar__plus_00_dot_97_bar__plus_01_dot_63_bar__minus_01_dot_84 loc_bar_1_bar__minus_8_bar_1_bar_30)
  (objectAtLocation SaltShaker_bar__minus_01_dot_69_bar__plus_00_dot_36_bar__plus_01_dot_95 loc_bar__minus_6_bar_6_bar_0_bar_30)
  (objectAtLocation SoapBottle_bar__plus_00_dot_83_bar__plus_00_dot_25_bar__minus_00_dot_57 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation SoapBottle_bar__plus_01_dot_18_bar__plus_01_dot_62_bar__minus_00_dot_07 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation SoapBottle_bar__minus_02_dot_70_bar__plus_01_dot_65_bar__minus_00_dot_52 loc_bar__minus_13_bar__minus_1_bar_1_bar__minus_30)
  (objectAtLocation Spatula_bar__plus_00_dot_69_bar__plus_00_dot_26_bar__plus_00_dot_11 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Spoon_bar__plus_01_dot_04_bar__plus_01_dot_57_bar__minus_00_dot_56 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Statue_bar__minus_00_dot_91_bar__plus_01_dot_08_bar__minus_01_dot_04 loc_bar__minus_3_bar__minus_8_bar_0_bar_30)
  (objectAtLocation Statue_bar__plus_00_dot_68_bar__plus_01_dot_30_bar__minus_00_dot_21 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Tomato_bar__plus_00_dot_58_bar__plus_00_dot_72_bar__plus_01_dot_27 loc_bar_0_bar_5_bar_1_bar_0)
  (objectAtLocation Vase_bar__plus_01_dot_19_bar__plus_00_dot_69_bar__minus_02_dot_31 loc_bar_1_bar__minus_8_bar_1_bar_30)
  )

        (:goal
            (and
                (exists (?r - receptacle)
                    (exists (?o - object)
                        (and
                            (heatable ?o)
                            (objectType ?o BreadType)
                            (receptacleType ?r FridgeType)
                            (isHot ?o)
                            (inReceptacle ?o ?r)
                        )
                    )
                )
            )
        )
    )
    