
(define (problem plan_trial_T22260101_000100_847109)
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
  Apple_bar__minus_00_dot_97_bar__plus_00_dot_23_bar__minus_00_dot_75 - object
  Bowl_bar__plus_00_dot_66_bar__plus_01_dot_15_bar__minus_00_dot_18 - object
  Bread_bar__minus_00_dot_75_bar__plus_01_dot_32_bar__minus_01_dot_24 - object
  ButterKnife_bar__plus_00_dot_21_bar__plus_01_dot_25_bar__minus_01_dot_01 - object
  ButterKnife_bar__plus_00_dot_91_bar__plus_00_dot_42_bar__plus_00_dot_01 - object
  ButterKnife_bar__plus_00_dot_98_bar__plus_00_dot_71_bar__minus_02_dot_30 - object
  CellPhone_bar__minus_00_dot_93_bar__plus_00_dot_95_bar__minus_01_dot_06 - object
  CellPhone_bar__plus_01_dot_16_bar__plus_01_dot_21_bar__minus_01_dot_96 - object
  CellPhone_bar__plus_00_dot_89_bar__plus_00_dot_30_bar__minus_01_dot_83 - object
  CreditCard_bar__plus_01_dot_10_bar__plus_01_dot_77_bar__minus_00_dot_51 - object
  Cup_bar__plus_00_dot_94_bar__plus_01_dot_79_bar__plus_01_dot_43 - object
  Cup_bar__plus_00_dot_90_bar__plus_00_dot_59_bar__minus_00_dot_05 - object
  Cup_bar__minus_00_dot_90_bar__plus_00_dot_11_bar__minus_01_dot_31 - object
  DishSponge_bar__minus_00_dot_55_bar__plus_01_dot_73_bar__minus_01_dot_09 - object
  DishSponge_bar__plus_00_dot_98_bar__plus_01_dot_65_bar__minus_02_dot_05 - object
  Egg_bar__plus_00_dot_30_bar__plus_00_dot_62_bar__plus_00_dot_92 - object
  Egg_bar__minus_00_dot_53_bar__plus_00_dot_96_bar__minus_01_dot_19 - object
  Egg_bar__plus_00_dot_86_bar__plus_00_dot_84_bar__minus_02_dot_29 - object
  Fork_bar__minus_00_dot_67_bar__plus_01_dot_68_bar__minus_01_dot_32 - object
  Fork_bar__minus_00_dot_88_bar__plus_01_dot_79_bar__minus_01_dot_46 - object
  Glassbottle_bar__plus_01_dot_10_bar__plus_00_dot_30_bar__plus_00_dot_01 - object
  Knife_bar__plus_00_dot_67_bar__plus_00_dot_24_bar__minus_00_dot_02 - object
  Lettuce_bar__minus_00_dot_69_bar__plus_01_dot_10_bar__minus_00_dot_45 - object
  Mug_bar__plus_00_dot_69_bar__plus_01_dot_57_bar__plus_01_dot_31 - object
  Mug_bar__plus_00_dot_66_bar__plus_01_dot_34_bar__plus_01_dot_32 - object
  Mug_bar__plus_00_dot_88_bar__plus_01_dot_31_bar__plus_01_dot_03 - object
  Pan_bar__minus_00_dot_51_bar__plus_01_dot_07_bar__minus_00_dot_58 - object
  Pan_bar__plus_00_dot_76_bar__plus_00_dot_05_bar__minus_00_dot_19 - object
  Pan_bar__plus_01_dot_01_bar__plus_01_dot_49_bar__minus_02_dot_07 - object
  PaperTowelRoll_bar__plus_00_dot_87_bar__plus_00_dot_07_bar__minus_01_dot_83 - object
  PepperShaker_bar__plus_01_dot_20_bar__plus_01_dot_02_bar__minus_01_dot_79 - object
  PepperShaker_bar__minus_00_dot_76_bar__plus_00_dot_61_bar__minus_01_dot_13 - object
  Plate_bar__plus_00_dot_57_bar__plus_00_dot_23_bar__minus_00_dot_49 - object
  Pot_bar__plus_00_dot_95_bar__plus_01_dot_06_bar__minus_00_dot_43 - object
  Pot_bar__minus_01_dot_80_bar__plus_00_dot_84_bar__plus_02_dot_01 - object
  Pot_bar__minus_02_dot_01_bar__plus_00_dot_87_bar__plus_01_dot_28 - object
  Potato_bar__minus_00_dot_83_bar__plus_00_dot_53_bar__minus_01_dot_11 - object
  Potato_bar__plus_01_dot_11_bar__plus_01_dot_42_bar__minus_01_dot_89 - object
  Potato_bar__minus_00_dot_33_bar__plus_00_dot_16_bar__minus_00_dot_85 - object
  SaltShaker_bar__plus_00_dot_87_bar__plus_00_dot_32_bar__plus_00_dot_08 - object
  SaltShaker_bar__minus_00_dot_51_bar__plus_00_dot_77_bar__minus_01_dot_01 - object
  SoapBottle_bar__minus_01_dot_12_bar__plus_01_dot_39_bar__plus_02_dot_46 - object
  SoapBottle_bar__minus_00_dot_65_bar__plus_00_dot_27_bar__plus_01_dot_00 - object
  SoapBottle_bar__plus_00_dot_65_bar__plus_01_dot_49_bar__minus_00_dot_55 - object
  Spatula_bar__plus_00_dot_61_bar__plus_01_dot_55_bar__minus_01_dot_75 - object
  Spatula_bar__plus_00_dot_81_bar__plus_00_dot_79_bar__minus_00_dot_33 - object
  Spoon_bar__plus_01_dot_13_bar__plus_01_dot_38_bar__minus_01_dot_63 - object
  Spoon_bar__minus_00_dot_29_bar__plus_01_dot_13_bar__minus_00_dot_80 - object
  Spoon_bar__plus_01_dot_15_bar__plus_00_dot_93_bar__minus_00_dot_44 - object
  Statue_bar__plus_00_dot_90_bar__plus_00_dot_88_bar__minus_00_dot_18 - object
  Statue_bar__minus_01_dot_16_bar__plus_00_dot_75_bar__plus_01_dot_88 - object
  Tomato_bar__minus_00_dot_49_bar__plus_00_dot_81_bar__minus_01_dot_61 - object
  Tomato_bar__plus_00_dot_53_bar__plus_00_dot_92_bar__plus_01_dot_38 - object
  Vase_bar__plus_00_dot_93_bar__plus_00_dot_63_bar__minus_02_dot_16 - object
  Vase_bar__minus_01_dot_00_bar__plus_00_dot_83_bar__minus_01_dot_18 - object
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
  loc_bar__minus_1_bar_6_bar_2_bar_30 - location
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
  (objectType Apple_bar__minus_00_dot_97_bar__plus_00_dot_23_bar__minus_00_dot_75 AppleType)
  (objectType Bowl_bar__plus_00_dot_66_bar__plus_01_dot_15_bar__minus_00_dot_18 BowlType)
  (objectType Bread_bar__minus_00_dot_75_bar__plus_01_dot_32_bar__minus_01_dot_24 BreadType)
  (objectType ButterKnife_bar__plus_00_dot_21_bar__plus_01_dot_25_bar__minus_01_dot_01 ButterKnifeType)
  (objectType ButterKnife_bar__plus_00_dot_91_bar__plus_00_dot_42_bar__plus_00_dot_01 ButterKnifeType)
  (objectType ButterKnife_bar__plus_00_dot_98_bar__plus_00_dot_71_bar__minus_02_dot_30 ButterKnifeType)
  (objectType CellPhone_bar__minus_00_dot_93_bar__plus_00_dot_95_bar__minus_01_dot_06 CellPhoneType)
  (objectType CellPhone_bar__plus_01_dot_16_bar__plus_01_dot_21_bar__minus_01_dot_96 CellPhoneType)
  (objectType CellPhone_bar__plus_00_dot_89_bar__plus_00_dot_30_bar__minus_01_dot_83 CellPhoneType)
  (objectType CreditCard_bar__plus_01_dot_10_bar__plus_01_dot_77_bar__minus_00_dot_51 CreditCardType)
  (objectType Cup_bar__plus_00_dot_94_bar__plus_01_dot_79_bar__plus_01_dot_43 CupType)
  (objectType Cup_bar__plus_00_dot_90_bar__plus_00_dot_59_bar__minus_00_dot_05 CupType)
  (objectType Cup_bar__minus_00_dot_90_bar__plus_00_dot_11_bar__minus_01_dot_31 CupType)
  (objectType DishSponge_bar__minus_00_dot_55_bar__plus_01_dot_73_bar__minus_01_dot_09 DishSpongeType)
  (objectType DishSponge_bar__plus_00_dot_98_bar__plus_01_dot_65_bar__minus_02_dot_05 DishSpongeType)
  (objectType Egg_bar__plus_00_dot_30_bar__plus_00_dot_62_bar__plus_00_dot_92 EggType)
  (objectType Egg_bar__minus_00_dot_53_bar__plus_00_dot_96_bar__minus_01_dot_19 EggType)
  (objectType Egg_bar__plus_00_dot_86_bar__plus_00_dot_84_bar__minus_02_dot_29 EggType)
  (objectType Fork_bar__minus_00_dot_67_bar__plus_01_dot_68_bar__minus_01_dot_32 ForkType)
  (objectType Fork_bar__minus_00_dot_88_bar__plus_01_dot_79_bar__minus_01_dot_46 ForkType)
  (objectType Glassbottle_bar__plus_01_dot_10_bar__plus_00_dot_30_bar__plus_00_dot_01 GlassbottleType)
  (objectType Knife_bar__plus_00_dot_67_bar__plus_00_dot_24_bar__minus_00_dot_02 KnifeType)
  (objectType Lettuce_bar__minus_00_dot_69_bar__plus_01_dot_10_bar__minus_00_dot_45 LettuceType)
  (objectType Mug_bar__plus_00_dot_69_bar__plus_01_dot_57_bar__plus_01_dot_31 MugType)
  (objectType Mug_bar__plus_00_dot_66_bar__plus_01_dot_34_bar__plus_01_dot_32 MugType)
  (objectType Mug_bar__plus_00_dot_88_bar__plus_01_dot_31_bar__plus_01_dot_03 MugType)
  (objectType Pan_bar__minus_00_dot_51_bar__plus_01_dot_07_bar__minus_00_dot_58 PanType)
  (objectType Pan_bar__plus_00_dot_76_bar__plus_00_dot_05_bar__minus_00_dot_19 PanType)
  (objectType Pan_bar__plus_01_dot_01_bar__plus_01_dot_49_bar__minus_02_dot_07 PanType)
  (objectType PaperTowelRoll_bar__plus_00_dot_87_bar__plus_00_dot_07_bar__minus_01_dot_83 PaperTowelRollType)
  (objectType PepperShaker_bar__plus_01_dot_20_bar__plus_01_dot_02_bar__minus_01_dot_79 PepperShakerType)
  (objectType PepperShaker_bar__minus_00_dot_76_bar__plus_00_dot_61_bar__minus_01_dot_13 PepperShakerType)
  (objectType Plate_bar__plus_00_dot_57_bar__plus_00_dot_23_bar__minus_00_dot_49 PlateType)
  (objectType Pot_bar__plus_00_dot_95_bar__plus_01_dot_06_bar__minus_00_dot_43 PotType)
  (objectType Pot_bar__minus_01_dot_80_bar__plus_00_dot_84_bar__plus_02_dot_01 PotType)
  (objectType Pot_bar__minus_02_dot_01_bar__plus_00_dot_87_bar__plus_01_dot_28 PotType)
  (objectType Potato_bar__minus_00_dot_83_bar__plus_00_dot_53_bar__minus_01_dot_11 PotatoType)
  (objectType Potato_bar__plus_01_dot_11_bar__plus_01_dot_42_bar__minus_01_dot_89 PotatoType)
  (objectType Potato_bar__minus_00_dot_33_bar__plus_00_dot_16_bar__minus_00_dot_85 PotatoType)
  (objectType SaltShaker_bar__plus_00_dot_87_bar__plus_00_dot_32_bar__plus_00_dot_08 SaltShakerType)
  (objectType SaltShaker_bar__minus_00_dot_51_bar__plus_00_dot_77_bar__minus_01_dot_01 SaltShakerType)
  (objectType SoapBottle_bar__minus_01_dot_12_bar__plus_01_dot_39_bar__plus_02_dot_46 SoapBottleType)
  (objectType SoapBottle_bar__minus_00_dot_65_bar__plus_00_dot_27_bar__plus_01_dot_00 SoapBottleType)
  (objectType SoapBottle_bar__plus_00_dot_65_bar__plus_01_dot_49_bar__minus_00_dot_55 SoapBottleType)
  (objectType Spatula_bar__plus_00_dot_61_bar__plus_01_dot_55_bar__minus_01_dot_75 SpatulaType)
  (objectType Spatula_bar__plus_00_dot_81_bar__plus_00_dot_79_bar__minus_00_dot_33 SpatulaType)
  (objectType Spoon_bar__plus_01_dot_13_bar__plus_01_dot_38_bar__minus_01_dot_63 SpoonType)
  (objectType Spoon_bar__minus_00_dot_29_bar__plus_01_dot_13_bar__minus_00_dot_80 SpoonType)
  (objectType Spoon_bar__plus_01_dot_15_bar__plus_00_dot_93_bar__minus_00_dot_44 SpoonType)
  (objectType Statue_bar__plus_00_dot_90_bar__plus_00_dot_88_bar__minus_00_dot_18 StatueType)
  (objectType Statue_bar__minus_01_dot_16_bar__plus_00_dot_75_bar__plus_01_dot_88 StatueType)
  (objectType Tomato_bar__minus_00_dot_49_bar__plus_00_dot_81_bar__minus_01_dot_61 TomatoType)
  (objectType Tomato_bar__plus_00_dot_53_bar__plus_00_dot_92_bar__plus_01_dot_38 TomatoType)
  (objectType Vase_bar__plus_00_dot_93_bar__plus_00_dot_63_bar__minus_02_dot_16 VaseType)
  (objectType Vase_bar__minus_01_dot_00_bar__plus_00_dot_83_bar__minus_01_dot_18 VaseType)
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
  (isReceptacleObject Bowl_bar__plus_00_dot_66_bar__plus_01_dot_15_bar__minus_00_dot_18)
  (isReceptacleObject Cup_bar__plus_00_dot_94_bar__plus_01_dot_79_bar__plus_01_dot_43)
  (isReceptacleObject Cup_bar__plus_00_dot_90_bar__plus_00_dot_59_bar__minus_00_dot_05)
  (isReceptacleObject Cup_bar__minus_00_dot_90_bar__plus_00_dot_11_bar__minus_01_dot_31)
  (isReceptacleObject Mug_bar__plus_00_dot_69_bar__plus_01_dot_57_bar__plus_01_dot_31)
  (isReceptacleObject Mug_bar__plus_00_dot_66_bar__plus_01_dot_34_bar__plus_01_dot_32)
  (isReceptacleObject Mug_bar__plus_00_dot_88_bar__plus_01_dot_31_bar__plus_01_dot_03)
  (isReceptacleObject Pan_bar__minus_00_dot_51_bar__plus_01_dot_07_bar__minus_00_dot_58)
  (isReceptacleObject Pan_bar__plus_00_dot_76_bar__plus_00_dot_05_bar__minus_00_dot_19)
  (isReceptacleObject Pan_bar__plus_01_dot_01_bar__plus_01_dot_49_bar__minus_02_dot_07)
  (isReceptacleObject Plate_bar__plus_00_dot_57_bar__plus_00_dot_23_bar__minus_00_dot_49)
  (isReceptacleObject Pot_bar__plus_00_dot_95_bar__plus_01_dot_06_bar__minus_00_dot_43)
  (isReceptacleObject Pot_bar__minus_01_dot_80_bar__plus_00_dot_84_bar__plus_02_dot_01)
  (isReceptacleObject Pot_bar__minus_02_dot_01_bar__plus_00_dot_87_bar__plus_01_dot_28)
  (openable Cabinet_bar__plus_00_dot_65_bar__plus_00_dot_48_bar__plus_00_dot_24)
  (openable Cabinet_bar__plus_00_dot_65_bar__plus_00_dot_48_bar__minus_01_dot_72)
  (openable Cabinet_bar__plus_00_dot_95_bar__plus_02_dot_16_bar__minus_02_dot_38)
  (openable Drawer_bar__plus_00_dot_64_bar__plus_00_dot_27_bar__minus_00_dot_65)
  (openable Drawer_bar__plus_00_dot_64_bar__plus_00_dot_55_bar__minus_00_dot_65)
  (openable Drawer_bar__plus_00_dot_64_bar__plus_00_dot_76_bar__minus_00_dot_65)
  (openable Fridge_bar__plus_00_dot_97_bar__plus_00_dot_00_bar__plus_01_dot_25)
  (openable Microwave_bar__plus_01_dot_04_bar__plus_01_dot_68_bar__minus_01_dot_30)
  (atLocation agent1 loc_bar__minus_1_bar_6_bar_2_bar_30)
  (cleanable Apple_bar__minus_00_dot_97_bar__plus_00_dot_23_bar__minus_00_dot_75)
  (cleanable Bowl_bar__plus_00_dot_66_bar__plus_01_dot_15_bar__minus_00_dot_18)
  (cleanable ButterKnife_bar__plus_00_dot_21_bar__plus_01_dot_25_bar__minus_01_dot_01)
  (cleanable ButterKnife_bar__plus_00_dot_91_bar__plus_00_dot_42_bar__plus_00_dot_01)
  (cleanable ButterKnife_bar__plus_00_dot_98_bar__plus_00_dot_71_bar__minus_02_dot_30)
  (cleanable Cup_bar__plus_00_dot_94_bar__plus_01_dot_79_bar__plus_01_dot_43)
  (cleanable Cup_bar__plus_00_dot_90_bar__plus_00_dot_59_bar__minus_00_dot_05)
  (cleanable Cup_bar__minus_00_dot_90_bar__plus_00_dot_11_bar__minus_01_dot_31)
  (cleanable DishSponge_bar__minus_00_dot_55_bar__plus_01_dot_73_bar__minus_01_dot_09)
  (cleanable DishSponge_bar__plus_00_dot_98_bar__plus_01_dot_65_bar__minus_02_dot_05)
  (cleanable Egg_bar__plus_00_dot_30_bar__plus_00_dot_62_bar__plus_00_dot_92)
  (cleanable Egg_bar__minus_00_dot_53_bar__plus_00_dot_96_bar__minus_01_dot_19)
  (cleanable Egg_bar__plus_00_dot_86_bar__plus_00_dot_84_bar__minus_02_dot_29)
  (cleanable Fork_bar__minus_00_dot_67_bar__plus_01_dot_68_bar__minus_01_dot_32)
  (cleanable Fork_bar__minus_00_dot_88_bar__plus_01_dot_79_bar__minus_01_dot_46)
  (cleanable Knife_bar__plus_00_dot_67_bar__plus_00_dot_24_bar__minus_00_dot_02)
  (cleanable Lettuce_bar__minus_00_dot_69_bar__plus_01_dot_10_bar__minus_00_dot_45)
  (cleanable Mug_bar__plus_00_dot_69_bar__plus_01_dot_57_bar__plus_01_dot_31)
  (cleanable Mug_bar__plus_00_dot_66_bar__plus_01_dot_34_bar__plus_01_dot_32)
  (cleanable Mug_bar__plus_00_dot_88_bar__plus_01_dot_31_bar__plus_01_dot_03)
  (cleanable Pan_bar__minus_00_dot_51_bar__plus_01_dot_07_bar__minus_00_dot_58)
  (cleanable Pan_bar__plus_00_dot_76_bar__plus_00_dot_05_bar__minus_00_dot_19)
  (cleanable Pan_bar__plus_01_dot_01_bar__plus_01_dot_49_bar__minus_02_dot_07)
  (cleanable Plate_bar__plus_00_dot_57_bar__plus_00_dot_23_bar__minus_00_dot_49)
  (cleanable Pot_bar__plus_00_dot_95_bar__plus_01_dot_06_bar__minus_00_dot_43)
  (cleanable Pot_bar__minus_01_dot_80_bar__plus_00_dot_84_bar__plus_02_dot_01)
  (cleanable Pot_bar__minus_02_dot_01_bar__plus_00_dot_87_bar__plus_01_dot_28)
  (cleanable Potato_bar__minus_00_dot_83_bar__plus_00_dot_53_bar__minus_01_dot_11)
  (cleanable Potato_bar__plus_01_dot_11_bar__plus_01_dot_42_bar__minus_01_dot_89)
  (cleanable Potato_bar__minus_00_dot_33_bar__plus_00_dot_16_bar__minus_00_dot_85)
  (cleanable Spatula_bar__plus_00_dot_61_bar__plus_01_dot_55_bar__minus_01_dot_75)
  (cleanable Spatula_bar__plus_00_dot_81_bar__plus_00_dot_79_bar__minus_00_dot_33)
  (cleanable Spoon_bar__plus_01_dot_13_bar__plus_01_dot_38_bar__minus_01_dot_63)
  (cleanable Spoon_bar__minus_00_dot_29_bar__plus_01_dot_13_bar__minus_00_dot_80)
  (cleanable Spoon_bar__plus_01_dot_15_bar__plus_00_dot_93_bar__minus_00_dot_44)
  (cleanable Tomato_bar__minus_00_dot_49_bar__plus_00_dot_81_bar__minus_01_dot_61)
  (cleanable Tomato_bar__plus_00_dot_53_bar__plus_00_dot_92_bar__plus_01_dot_38)
  (heatable Apple_bar__minus_00_dot_97_bar__plus_00_dot_23_bar__minus_00_dot_75)
  (heatable Bread_bar__minus_00_dot_75_bar__plus_01_dot_32_bar__minus_01_dot_24)
  (heatable Cup_bar__plus_00_dot_94_bar__plus_01_dot_79_bar__plus_01_dot_43)
  (heatable Cup_bar__plus_00_dot_90_bar__plus_00_dot_59_bar__minus_00_dot_05)
  (heatable Cup_bar__minus_00_dot_90_bar__plus_00_dot_11_bar__minus_01_dot_31)
  (heatable Egg_bar__plus_00_dot_30_bar__plus_00_dot_62_bar__plus_00_dot_92)
  (heatable Egg_bar__minus_00_dot_53_bar__plus_00_dot_96_bar__minus_01_dot_19)
  (heatable Egg_bar__plus_00_dot_86_bar__plus_00_dot_84_bar__minus_02_dot_29)
  (heatable Mug_bar__plus_00_dot_69_bar__plus_01_dot_57_bar__plus_01_dot_31)
  (heatable Mug_bar__plus_00_dot_66_bar__plus_01_dot_34_bar__plus_01_dot_32)
  (heatable Mug_bar__plus_00_dot_88_bar__plus_01_dot_31_bar__plus_01_dot_03)
  (heatable Plate_bar__plus_00_dot_57_bar__plus_00_dot_23_bar__minus_00_dot_49)
  (heatable Potato_bar__minus_00_dot_83_bar__plus_00_dot_53_bar__minus_01_dot_11)
  (heatable Potato_bar__plus_01_dot_11_bar__plus_01_dot_42_bar__minus_01_dot_89)
  (heatable Potato_bar__minus_00_dot_33_bar__plus_00_dot_16_bar__minus_00_dot_85)
  (heatable Tomato_bar__minus_00_dot_49_bar__plus_00_dot_81_bar__minus_01_dot_61)
  (heatable Tomato_bar__plus_00_dot_53_bar__plus_00_dot_92_bar__plus_01_dot_38)
  (coolable Apple_bar__minus_00_dot_97_bar__plus_00_dot_23_bar__minus_00_dot_75)
  (coolable Bowl_bar__plus_00_dot_66_bar__plus_01_dot_15_bar__minus_00_dot_18)
  (coolable Bread_bar__minus_00_dot_75_bar__plus_01_dot_32_bar__minus_01_dot_24)
  (coolable Cup_bar__plus_00_dot_94_bar__plus_01_dot_79_bar__plus_01_dot_43)
  (coolable Cup_bar__plus_00_dot_90_bar__plus_00_dot_59_bar__minus_00_dot_05)
  (coolable Cup_bar__minus_00_dot_90_bar__plus_00_dot_11_bar__minus_01_dot_31)
  (coolable Egg_bar__plus_00_dot_30_bar__plus_00_dot_62_bar__plus_00_dot_92)
  (coolable Egg_bar__minus_00_dot_53_bar__plus_00_dot_96_bar__minus_01_dot_19)
  (coolable Egg_bar__plus_00_dot_86_bar__plus_00_dot_84_bar__minus_02_dot_29)
  (coolable Lettuce_bar__minus_00_dot_69_bar__plus_01_dot_10_bar__minus_00_dot_45)
  (coolable Mug_bar__plus_00_dot_69_bar__plus_01_dot_57_bar__plus_01_dot_31)
  (coolable Mug_bar__plus_00_dot_66_bar__plus_01_dot_34_bar__plus_01_dot_32)
  (coolable Mug_bar__plus_00_dot_88_bar__plus_01_dot_31_bar__plus_01_dot_03)
  (coolable Pan_bar__minus_00_dot_51_bar__plus_01_dot_07_bar__minus_00_dot_58)
  (coolable Pan_bar__plus_00_dot_76_bar__plus_00_dot_05_bar__minus_00_dot_19)
  (coolable Pan_bar__plus_01_dot_01_bar__plus_01_dot_49_bar__minus_02_dot_07)
  (coolable Plate_bar__plus_00_dot_57_bar__plus_00_dot_23_bar__minus_00_dot_49)
  (coolable Pot_bar__plus_00_dot_95_bar__plus_01_dot_06_bar__minus_00_dot_43)
  (coolable Pot_bar__minus_01_dot_80_bar__plus_00_dot_84_bar__plus_02_dot_01)
  (coolable Pot_bar__minus_02_dot_01_bar__plus_00_dot_87_bar__plus_01_dot_28)
  (coolable Potato_bar__minus_00_dot_83_bar__plus_00_dot_53_bar__minus_01_dot_11)
  (coolable Potato_bar__plus_01_dot_11_bar__plus_01_dot_42_bar__minus_01_dot_89)
  (coolable Potato_bar__minus_00_dot_33_bar__plus_00_dot_16_bar__minus_00_dot_85)
  (coolable Tomato_bar__minus_00_dot_49_bar__plus_00_dot_81_bar__minus_01_dot_61)
  (coolable Tomato_bar__plus_00_dot_53_bar__plus_00_dot_92_bar__plus_01_dot_38)
  (sliceable Apple_bar__minus_00_dot_97_bar__plus_00_dot_23_bar__minus_00_dot_75)
  (sliceable Bread_bar__minus_00_dot_75_bar__plus_01_dot_32_bar__minus_01_dot_24)
  (sliceable Egg_bar__plus_00_dot_30_bar__plus_00_dot_62_bar__plus_00_dot_92)
  (sliceable Egg_bar__minus_00_dot_53_bar__plus_00_dot_96_bar__minus_01_dot_19)
  (sliceable Egg_bar__plus_00_dot_86_bar__plus_00_dot_84_bar__minus_02_dot_29)
  (sliceable Lettuce_bar__minus_00_dot_69_bar__plus_01_dot_10_bar__minus_00_dot_45)
  (sliceable Potato_bar__minus_00_dot_83_bar__plus_00_dot_53_bar__minus_01_dot_11)
  (sliceable Potato_bar__plus_01_dot_11_bar__plus_01_dot_42_bar__minus_01_dot_89)
  (sliceable Potato_bar__minus_00_dot_33_bar__plus_00_dot_16_bar__minus_00_dot_85)
  (sliceable Tomato_bar__minus_00_dot_49_bar__plus_00_dot_81_bar__minus_01_dot_61)
  (sliceable Tomato_bar__plus_00_dot_53_bar__plus_00_dot_92_bar__plus_01_dot_38)
  (pickupable Apple_bar__minus_00_dot_97_bar__plus_00_dot_23_bar__minus_00_dot_75)
  (pickupable Bowl_bar__plus_00_dot_66_bar__plus_01_dot_15_bar__minus_00_dot_18)
  (pickupable Bread_bar__minus_00_dot_75_bar__plus_01_dot_32_bar__minus_01_dot_24)
  (pickupable ButterKnife_bar__plus_00_dot_21_bar__plus_01_dot_25_bar__minus_01_dot_01)
  (pickupable ButterKnife_bar__plus_00_dot_91_bar__plus_00_dot_42_bar__plus_00_dot_01)
  (pickupable ButterKnife_bar__plus_00_dot_98_bar__plus_00_dot_71_bar__minus_02_dot_30)
  (pickupable CellPhone_bar__minus_00_dot_93_bar__plus_00_dot_95_bar__minus_01_dot_06)
  (pickupable CellPhone_bar__plus_01_dot_16_bar__plus_01_dot_21_bar__minus_01_dot_96)
  (pickupable CellPhone_bar__plus_00_dot_89_bar__plus_00_dot_30_bar__minus_01_dot_83)
  (pickupable CreditCard_bar__plus_01_dot_10_bar__plus_01_dot_77_bar__minus_00_dot_51)
  (pickupable Cup_bar__plus_00_dot_94_bar__plus_01_dot_79_bar__plus_01_dot_43)
  (pickupable Cup_bar__plus_00_dot_90_bar__plus_00_dot_59_bar__minus_00_dot_05)
  (pickupable Cup_bar__minus_00_dot_90_bar__plus_00_dot_11_bar__minus_01_dot_31)
  (pickupable DishSponge_bar__minus_00_dot_55_bar__plus_01_dot_73_bar__minus_01_dot_09)
  (pickupable DishSponge_bar__plus_00_dot_98_bar__plus_01_dot_65_bar__minus_02_dot_05)
  (pickupable Egg_bar__plus_00_dot_30_bar__plus_00_dot_62_bar__plus_00_dot_92)
  (pickupable Egg_bar__minus_00_dot_53_bar__plus_00_dot_96_bar__minus_01_dot_19)
  (pickupable Egg_bar__plus_00_dot_86_bar__plus_00_dot_84_bar__minus_02_dot_29)
  (pickupable Fork_bar__minus_00_dot_67_bar__plus_01_dot_68_bar__minus_01_dot_32)
  (pickupable Fork_bar__minus_00_dot_88_bar__plus_01_dot_79_bar__minus_01_dot_46)
  (pickupable Glassbottle_bar__plus_01_dot_10_bar__plus_00_dot_30_bar__plus_00_dot_01)
  (pickupable Knife_bar__plus_00_dot_67_bar__plus_00_dot_24_bar__minus_00_dot_02)
  (pickupable Lettuce_bar__minus_00_dot_69_bar__plus_01_dot_10_bar__minus_00_dot_45)
  (pickupable Mug_bar__plus_00_dot_69_bar__plus_01_dot_57_bar__plus_01_dot_31)
  (pickupable Mug_bar__plus_00_dot_66_bar__plus_01_dot_34_bar__plus_01_dot_32)
  (pickupable Mug_bar__plus_00_dot_88_bar__plus_01_dot_31_bar__plus_01_dot_03)
  (pickupable Pan_bar__minus_00_dot_51_bar__plus_01_dot_07_bar__minus_00_dot_58)
  (pickupable Pan_bar__plus_00_dot_76_bar__plus_00_dot_05_bar__minus_00_dot_19)
  (pickupable Pan_bar__plus_01_dot_01_bar__plus_01_dot_49_bar__minus_02_dot_07)
  (pickupable PaperTowelRoll_bar__plus_00_dot_87_bar__plus_00_dot_07_bar__minus_01_dot_83)
  (pickupable PepperShaker_bar__plus_01_dot_20_bar__plus_01_dot_02_bar__minus_01_dot_79)
  (pickupable PepperShaker_bar__minus_00_dot_76_bar__plus_00_dot_61_bar__minus_01_dot_13)
  (pickupable Plate_bar__plus_00_dot_57_bar__plus_00_dot_23_bar__minus_00_dot_49)
  (pickupable Pot_bar__plus_00_dot_95_bar__plus_01_dot_06_bar__minus_00_dot_43)
  (pickupable Pot_bar__minus_01_dot_80_bar__plus_00_dot_84_bar__plus_02_dot_01)
  (pickupable Pot_bar__minus_02_dot_01_bar__plus_00_dot_87_bar__plus_01_dot_28)
  (pickupable Potato_bar__minus_00_dot_83_bar__plus_00_dot_53_bar__minus_01_dot_11)
  (pickupable Potato_bar__plus_01_dot_11_bar__plus_01_dot_42_bar__minus_01_dot_89)
  (pickupable Potato_bar__minus_00_dot_33_bar__plus_00_dot_16_bar__minus_00_dot_85)
  (pickupable SaltShaker_bar__plus_00_dot_87_bar__plus_00_dot_32_bar__plus_00_dot_08)
  (pickupable SaltShaker_bar__minus_00_dot_51_bar__plus_00_dot_77_bar__minus_01_dot_01)
  (pickupable SoapBottle_bar__minus_01_dot_12_bar__plus_01_dot_39_bar__plus_02_dot_46)
  (pickupable SoapBottle_bar__minus_00_dot_65_bar__plus_00_dot_27_bar__plus_01_dot_00)
  (pickupable SoapBottle_bar__plus_00_dot_65_bar__plus_01_dot_49_bar__minus_00_dot_55)
  (pickupable Spatula_bar__plus_00_dot_61_bar__plus_01_dot_55_bar__minus_01_dot_75)
  (pickupable Spatula_bar__plus_00_dot_81_bar__plus_00_dot_79_bar__minus_00_dot_33)
  (pickupable Spoon_bar__plus_01_dot_13_bar__plus_01_dot_38_bar__minus_01_dot_63)
  (pickupable Spoon_bar__minus_00_dot_29_bar__plus_01_dot_13_bar__minus_00_dot_80)
  (pickupable Spoon_bar__plus_01_dot_15_bar__plus_00_dot_93_bar__minus_00_dot_44)
  (pickupable Statue_bar__plus_00_dot_90_bar__plus_00_dot_88_bar__minus_00_dot_18)
  (pickupable Statue_bar__minus_01_dot_16_bar__plus_00_dot_75_bar__plus_01_dot_88)
  (pickupable Tomato_bar__minus_00_dot_49_bar__plus_00_dot_81_bar__minus_01_dot_61)
  (pickupable Tomato_bar__plus_00_dot_53_bar__plus_00_dot_92_bar__plus_01_dot_38)
  (pickupable Vase_bar__plus_00_dot_93_bar__plus_00_dot_63_bar__minus_02_dot_16)
  (pickupable Vase_bar__minus_01_dot_00_bar__plus_00_dot_83_bar__minus_01_dot_18)
  (inReceptacle HousePlant_bar__minus_00_dot_63_bar__plus_01_dot_28_bar__minus_01_dot_31 CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64)
  (inReceptacle Apple_bar__minus_00_dot_97_bar__plus_00_dot_23_bar__minus_00_dot_75 Sink_bar__minus_00_dot_70_bar__plus_00_dot_93_bar__minus_00_dot_65_bar_SinkBasin)
  (inReceptacle Bowl_bar__plus_00_dot_66_bar__plus_01_dot_15_bar__minus_00_dot_18 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle Bread_bar__minus_00_dot_75_bar__plus_01_dot_32_bar__minus_01_dot_24 CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64)
  (inReceptacle ButterKnife_bar__plus_00_dot_21_bar__plus_01_dot_25_bar__minus_01_dot_01 Drawer_bar__plus_00_dot_64_bar__plus_00_dot_55_bar__minus_00_dot_65)
  (inReceptacle ButterKnife_bar__plus_00_dot_91_bar__plus_00_dot_42_bar__plus_00_dot_01 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle ButterKnife_bar__plus_00_dot_98_bar__plus_00_dot_71_bar__minus_02_dot_30 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_02_dot_05)
  (inReceptacle CellPhone_bar__minus_00_dot_93_bar__plus_00_dot_95_bar__minus_01_dot_06 CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64)
  (inReceptacle CellPhone_bar__plus_01_dot_16_bar__plus_01_dot_21_bar__minus_01_dot_96 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_02_dot_05)
  (inReceptacle CellPhone_bar__plus_00_dot_89_bar__plus_00_dot_30_bar__minus_01_dot_83 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_02_dot_05)
  (inReceptacle CreditCard_bar__plus_01_dot_10_bar__plus_01_dot_77_bar__minus_00_dot_51 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle Cup_bar__plus_00_dot_94_bar__plus_01_dot_79_bar__plus_01_dot_43 Fridge_bar__plus_00_dot_97_bar__plus_00_dot_00_bar__plus_01_dot_25)
  (inReceptacle Cup_bar__plus_00_dot_90_bar__plus_00_dot_59_bar__minus_00_dot_05 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle Cup_bar__minus_00_dot_90_bar__plus_00_dot_11_bar__minus_01_dot_31 CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64)
  (inReceptacle DishSponge_bar__minus_00_dot_55_bar__plus_01_dot_73_bar__minus_01_dot_09 Sink_bar__minus_00_dot_70_bar__plus_00_dot_93_bar__minus_00_dot_65_bar_SinkBasin)
  (inReceptacle DishSponge_bar__plus_00_dot_98_bar__plus_01_dot_65_bar__minus_02_dot_05 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_02_dot_05)
  (inReceptacle Egg_bar__plus_00_dot_30_bar__plus_00_dot_62_bar__plus_00_dot_92 Fridge_bar__plus_00_dot_97_bar__plus_00_dot_00_bar__plus_01_dot_25)
  (inReceptacle Egg_bar__minus_00_dot_53_bar__plus_00_dot_96_bar__minus_01_dot_19 CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64)
  (inReceptacle Egg_bar__plus_00_dot_86_bar__plus_00_dot_84_bar__minus_02_dot_29 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_02_dot_05)
  (inReceptacle Fork_bar__minus_00_dot_67_bar__plus_01_dot_68_bar__minus_01_dot_32 CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64)
  (inReceptacle Fork_bar__minus_00_dot_88_bar__plus_01_dot_79_bar__minus_01_dot_46 CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64)
  (inReceptacle Glassbottle_bar__plus_01_dot_10_bar__plus_00_dot_30_bar__plus_00_dot_01 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle Knife_bar__plus_00_dot_67_bar__plus_00_dot_24_bar__minus_00_dot_02 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle Lettuce_bar__minus_00_dot_69_bar__plus_01_dot_10_bar__minus_00_dot_45 Sink_bar__minus_00_dot_70_bar__plus_00_dot_93_bar__minus_00_dot_65_bar_SinkBasin)
  (inReceptacle Mug_bar__plus_00_dot_69_bar__plus_01_dot_57_bar__plus_01_dot_31 Fridge_bar__plus_00_dot_97_bar__plus_00_dot_00_bar__plus_01_dot_25)
  (inReceptacle Mug_bar__plus_00_dot_66_bar__plus_01_dot_34_bar__plus_01_dot_32 Fridge_bar__plus_00_dot_97_bar__plus_00_dot_00_bar__plus_01_dot_25)
  (inReceptacle Mug_bar__plus_00_dot_88_bar__plus_01_dot_31_bar__plus_01_dot_03 Fridge_bar__plus_00_dot_97_bar__plus_00_dot_00_bar__plus_01_dot_25)
  (inReceptacle Pan_bar__minus_00_dot_51_bar__plus_01_dot_07_bar__minus_00_dot_58 Sink_bar__minus_00_dot_70_bar__plus_00_dot_93_bar__minus_00_dot_65_bar_SinkBasin)
  (inReceptacle Pan_bar__plus_00_dot_76_bar__plus_00_dot_05_bar__minus_00_dot_19 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle Pan_bar__plus_01_dot_01_bar__plus_01_dot_49_bar__minus_02_dot_07 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_02_dot_05)
  (inReceptacle PaperTowelRoll_bar__plus_00_dot_87_bar__plus_00_dot_07_bar__minus_01_dot_83 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_02_dot_05)
  (inReceptacle PepperShaker_bar__plus_01_dot_20_bar__plus_01_dot_02_bar__minus_01_dot_79 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_02_dot_05)
  (inReceptacle PepperShaker_bar__minus_00_dot_76_bar__plus_00_dot_61_bar__minus_01_dot_13 CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64)
  (inReceptacle Plate_bar__plus_00_dot_57_bar__plus_00_dot_23_bar__minus_00_dot_49 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle Pot_bar__plus_00_dot_95_bar__plus_01_dot_06_bar__minus_00_dot_43 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle Pot_bar__minus_01_dot_80_bar__plus_00_dot_84_bar__plus_02_dot_01 Shelf_bar__minus_01_dot_69_bar__plus_00_dot_16_bar__plus_02_dot_72)
  (inReceptacle Pot_bar__minus_02_dot_01_bar__plus_00_dot_87_bar__plus_01_dot_28 StoveBurner_bar__minus_02_dot_09_bar__plus_01_dot_19_bar__plus_00_dot_93)
  (inReceptacle Potato_bar__minus_00_dot_83_bar__plus_00_dot_53_bar__minus_01_dot_11 CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64)
  (inReceptacle Potato_bar__plus_01_dot_11_bar__plus_01_dot_42_bar__minus_01_dot_89 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_02_dot_05)
  (inReceptacle Potato_bar__minus_00_dot_33_bar__plus_00_dot_16_bar__minus_00_dot_85 Sink_bar__minus_00_dot_70_bar__plus_00_dot_93_bar__minus_00_dot_65_bar_SinkBasin)
  (inReceptacle SaltShaker_bar__plus_00_dot_87_bar__plus_00_dot_32_bar__plus_00_dot_08 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle SaltShaker_bar__minus_00_dot_51_bar__plus_00_dot_77_bar__minus_01_dot_01 CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64)
  (inReceptacle SoapBottle_bar__minus_01_dot_12_bar__plus_01_dot_39_bar__plus_02_dot_46 Shelf_bar__minus_01_dot_69_bar__plus_00_dot_16_bar__plus_02_dot_72)
  (inReceptacle SoapBottle_bar__minus_00_dot_65_bar__plus_00_dot_27_bar__plus_01_dot_00 GarbageCan_bar__minus_00_dot_95_bar__plus_00_dot_00_bar__plus_00_dot_58)
  (inReceptacle SoapBottle_bar__plus_00_dot_65_bar__plus_01_dot_49_bar__minus_00_dot_55 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle Spatula_bar__plus_00_dot_61_bar__plus_01_dot_55_bar__minus_01_dot_75 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_02_dot_05)
  (inReceptacle Spatula_bar__plus_00_dot_81_bar__plus_00_dot_79_bar__minus_00_dot_33 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle Spoon_bar__plus_01_dot_13_bar__plus_01_dot_38_bar__minus_01_dot_63 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_02_dot_05)
  (inReceptacle Spoon_bar__minus_00_dot_29_bar__plus_01_dot_13_bar__minus_00_dot_80 Drawer_bar__plus_00_dot_64_bar__plus_00_dot_27_bar__minus_00_dot_65)
  (inReceptacle Spoon_bar__plus_01_dot_15_bar__plus_00_dot_93_bar__minus_00_dot_44 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle Statue_bar__plus_00_dot_90_bar__plus_00_dot_88_bar__minus_00_dot_18 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_00_dot_21)
  (inReceptacle Statue_bar__minus_01_dot_16_bar__plus_00_dot_75_bar__plus_01_dot_88 Shelf_bar__minus_01_dot_69_bar__plus_00_dot_16_bar__plus_02_dot_72)
  (inReceptacle Tomato_bar__minus_00_dot_49_bar__plus_00_dot_81_bar__minus_01_dot_61 CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64)
  (inReceptacle Tomato_bar__plus_00_dot_53_bar__plus_00_dot_92_bar__plus_01_dot_38 Fridge_bar__plus_00_dot_97_bar__plus_00_dot_00_bar__plus_01_dot_25)
  (inReceptacle Vase_bar__plus_00_dot_93_bar__plus_00_dot_63_bar__minus_02_dot_16 CounterTop_bar__plus_00_dot_93_bar__plus_00_dot_95_bar__minus_02_dot_05)
  (inReceptacle Vase_bar__minus_01_dot_00_bar__plus_00_dot_83_bar__minus_01_dot_18 CounterTop_bar__minus_01_dot_24_bar__plus_00_dot_97_bar__minus_00_dot_64)
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
  (objectAtLocation Apple_bar__minus_00_dot_97_bar__plus_00_dot_23_bar__minus_00_dot_75 loc_bar_0_bar__minus_3_bar_3_bar_30)
  (objectAtLocation Bowl_bar__plus_00_dot_66_bar__plus_01_dot_15_bar__minus_00_dot_18 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Bread_bar__minus_00_dot_75_bar__plus_01_dot_32_bar__minus_01_dot_24 loc_bar__minus_3_bar__minus_8_bar_0_bar_30)
  (objectAtLocation ButterKnife_bar__plus_00_dot_21_bar__plus_01_dot_25_bar__minus_01_dot_01 loc_bar_0_bar__minus_6_bar_0_bar_30)
  (objectAtLocation ButterKnife_bar__plus_00_dot_91_bar__plus_00_dot_42_bar__plus_00_dot_01 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation ButterKnife_bar__plus_00_dot_98_bar__plus_00_dot_71_bar__minus_02_dot_30 loc_bar_1_bar__minus_8_bar_1_bar_30)
  (objectAtLocation CellPhone_bar__minus_00_dot_93_bar__plus_00_dot_95_bar__minus_01_dot_06 loc_bar__minus_3_bar__minus_8_bar_0_bar_30)
  (objectAtLocation CellPhone_bar__plus_01_dot_16_bar__plus_01_dot_21_bar__minus_01_dot_96 loc_bar_1_bar__minus_8_bar_1_bar_30)
  (objectAtLocation CellPhone_bar__plus_00_dot_89_bar__plus_00_dot_30_bar__minus_01_dot_83 loc_bar_1_bar__minus_8_bar_1_bar_30)
  (objectAtLocation CreditCard_bar__plus_01_dot_10_bar__plus_01_dot_77_bar__minus_00_dot_51 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Cup_bar__plus_00_dot_94_bar__plus_01_dot_79_bar__plus_01_dot_43 loc_bar_0_bar_5_bar_1_bar_0)
  (objectAtLocation Cup_bar__plus_00_dot_90_bar__plus_00_dot_59_bar__minus_00_dot_05 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Cup_bar__minus_00_dot_90_bar__plus_00_dot_11_bar__minus_01_dot_31 loc_bar__minus_3_bar__minus_8_bar_0_bar_30)
  (objectAtLocation DishSponge_bar__minus_00_dot_55_bar__plus_01_dot_73_bar__minus_01_dot_09 loc_bar_0_bar__minus_3_bar_3_bar_30)
  (objectAtLocation DishSponge_bar__plus_00_dot_98_bar__plus_01_dot_65_bar__minus_02_dot_05 loc_bar_1_bar__minus_8_bar_1_bar_30)
  (objectAtLocation Egg_bar__plus_00_dot_30_bar__plus_00_dot_62_bar__plus_00_dot_92 loc_bar_0_bar_5_bar_1_bar_0)
  (objectAtLocation Egg_bar__minus_00_dot_53_bar__plus_00_dot_96_bar__minus_01_dot_19 loc_bar__minus_3_bar__minus_8_bar_0_bar_30)
  (objectAtLocation Egg_bar__plus_00_dot_86_bar__plus_00_dot_84_bar__minus_02_dot_29 loc_bar_1_bar__minus_8_bar_1_bar_30)
  (objectAtLocation Fork_bar__minus_00_dot_67_bar__plus_01_dot_68_bar__minus_01_dot_32 loc_bar__minus_3_bar__minus_8_bar_0_bar_30)
  (objectAtLocation Fork_bar__minus_00_dot_88_bar__plus_01_dot_79_bar__minus_01_dot_46 loc_bar__minus_3_bar__minus_8_bar_0_bar_30)
  (objectAtLocation Glassbottle_bar__plus_01_dot_10_bar__plus_00_dot_30_bar__plus_00_dot_01 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Knife_bar__plus_00_dot_67_bar__plus_00_dot_24_bar__minus_00_dot_02 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Lettuce_bar__minus_00_dot_69_bar__plus_01_dot_10_bar__minus_00_dot_45 loc_bar_0_bar__minus_3_bar_3_bar_30)
  (objectAtLocation Mug_bar__plus_00_dot_69_bar__plus_01_dot_57_bar__plus_01_dot_31 loc_bar_0_bar_5_bar_1_bar_0)
  (objectAtLocation Mug_bar__plus_00_dot_66_bar__plus_01_dot_34_bar__plus_01_dot_32 loc_bar_0_bar_5_bar_1_bar_0)
  (objectAtLocation Mug_bar__plus_00_dot_88_bar__plus_01_dot_31_bar__plus_01_dot_03 loc_bar_0_bar_5_bar_1_bar_0)
  (objectAtLocation Pan_bar__minus_00_dot_51_bar__plus_01_dot_07_bar__minus_00_dot_58 loc_bar_0_bar__minus_3_bar_3_bar_30)
  (objectAtLocation Pan_bar__plus_00_dot_76_bar__plus_00_dot_05_bar__minus_00_dot_19 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Pan_bar__plus_01_dot_01_bar__plus_01_dot_49_bar__minus_02_dot_07 loc_bar_1_bar__minus_8_bar_1_bar_30)
  (objectAtLocation PaperTowelRoll_bar__plus_00_dot_87_bar__plus_00_dot_07_bar__minus_01_dot_83 loc_bar_1_bar__minus_8_bar_1_bar_30)
  (objectAtLocation PepperShaker_bar__plus_01_dot_20_bar__plus_01_dot_02_bar__minus_01_dot_79 loc_bar_1_bar__minus_8_bar_1_bar_30)
  (objectAtLocation PepperShaker_bar__minus_00_dot_76_bar__plus_00_dot_61_bar__minus_01_dot_13 loc_bar__minus_3_bar__minus_8_bar_0_bar_30)
  (objectAtLocation Plate_bar__plus_00_dot_57_bar__plus_00_dot_23_bar__minus_00_dot_49 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Pot_bar__plus_00_dot_95_bar__plus_01_dot_06_bar__minus_00_dot_43 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Pot_bar__minus_01_dot_80_bar__plus_00_dot_84_bar__plus_02_dot_01 loc_bar__minus_6_bar_6_bar_0_bar_30)
  (objectAtLocation Pot_bar__minus_02_dot_01_bar__plus_00_dot_87_bar__plus_01_dot_28 loc_bar__minus_7_bar_2_bar_0_bar_60)
  (objectAtLocation Potato_bar__minus_00_dot_83_bar__plus_00_dot_53_bar__minus_01_dot_11 loc_bar__minus_3_bar__minus_8_bar_0_bar_30)
  (objectAtLocation Potato_bar__plus_01_dot_11_bar__plus_01_dot_42_bar__minus_01_dot_89 loc_bar_1_bar__minus_8_bar_1_bar_30)
  (objectAtLocation Potato_bar__minus_00_dot_33_bar__plus_00_dot_16_bar__minus_00_dot_85 loc_bar_0_bar__minus_3_bar_3_bar_30)
  (objectAtLocation SaltShaker_bar__plus_00_dot_87_bar__plus_00_dot_32_bar__plus_00_dot_08 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation SaltShaker_bar__minus_00_dot_51_bar__plus_00_dot_77_bar__minus_01_dot_01 loc_bar__minus_3_bar__minus_8_bar_0_bar_30)
  (objectAtLocation SoapBottle_bar__minus_01_dot_12_bar__plus_01_dot_39_bar__plus_02_dot_46 loc_bar__minus_6_bar_6_bar_0_bar_30)
  (objectAtLocation SoapBottle_bar__minus_00_dot_65_bar__plus_00_dot_27_bar__plus_01_dot_00 loc_bar_0_bar_4_bar_3_bar_30)
  (objectAtLocation SoapBottle_bar__plus_00_dot_65_bar__plus_01_dot_49_bar__minus_00_dot_55 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Spatula_bar__plus_00_dot_61_bar__plus_01_dot_55_bar__minus_01_dot_75 loc_bar_1_bar__minus_8_bar_1_bar_30)
  (objectAtLocation Spatula_bar__plus_00_dot_81_bar__plus_00_dot_79_bar__minus_00_dot_33 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Spoon_bar__plus_01_dot_13_bar__plus_01_dot_38_bar__minus_01_dot_63 loc_bar_1_bar__minus_8_bar_1_bar_30)
  (objectAtLocation Spoon_bar__minus_00_dot_29_bar__plus_01_dot_13_bar__minus_00_dot_80 loc_bar_0_bar__minus_6_bar_0_bar_30)
  (objectAtLocation Spoon_bar__plus_01_dot_15_bar__plus_00_dot_93_bar__minus_00_dot_44 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Statue_bar__plus_00_dot_90_bar__plus_00_dot_88_bar__minus_00_dot_18 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Statue_bar__minus_01_dot_16_bar__plus_00_dot_75_bar__plus_01_dot_88 loc_bar__minus_6_bar_6_bar_0_bar_30)
  (objectAtLocation Tomato_bar__minus_00_dot_49_bar__plus_00_dot_81_bar__minus_01_dot_61 loc_bar__minus_3_bar__minus_8_bar_0_bar_30)
  (objectAtLocation Tomato_bar__plus_00_dot_53_bar__plus_00_dot_92_bar__plus_01_dot_38 loc_bar_0_bar_5_bar_1_bar_0)
  (objectAtLocation Vase_bar__plus_00_dot_93_bar__plus_00_dot_63_bar__minus_02_dot_16 loc_bar_1_bar__minus_8_bar_1_bar_30)
  (objectAtLocation Vase_bar__minus_01_dot_00_bar__plus_00_dot_83_bar__minus_01_dot_18 loc_bar__minus_3_bar__minus_8_bar_0_bar_30)
  )

        (:goal
            (and
                (exists (?r - receptacle)
                    (exists (?o - object)
                        (and
                            (cleanable ?o)
                            (objectType ?o CupType)
                            (receptacleType ?r ShelfType)
                            (isClean ?o)
                            (inReceptacle ?o ?r)
                        )
                    )
                )
            )
        )
    )
    