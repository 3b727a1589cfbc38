
(define (problem plan_trial_T20260101_000300_972997)
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
  HousePlant_bar__plus_03_dot_00_bar__plus_00_dot_46_bar__minus_00_dot_36 - object
  LightSwitch_bar__plus_01_dot_48_bar__plus_01_dot_44_bar__minus_00_dot_12 - object
  Mirror_bar__plus_01_dot_41_bar__plus_01_dot_38_bar__plus_00_dot_10 - object
  Sink_bar__plus_03_dot_08_bar__plus_00_dot_89_bar__plus_00_dot_09 - object
  StoveKnob_bar__minus_00_dot_62_bar__plus_01_dot_09_bar__plus_00_dot_33 - object
  StoveKnob_bar__plus_02_dot_12_bar__plus_01_dot_12_bar__plus_00_dot_38 - object
  StoveKnob_bar__plus_02_dot_32_bar__plus_00_dot_21_bar__minus_00_dot_92 - object
  StoveKnob_bar__plus_02_dot_58_bar__plus_00_dot_60_bar__minus_00_dot_10 - object
  Window_bar__plus_02_dot_17_bar__plus_00_dot_56_bar__plus_00_dot_29 - object
  Window_bar__plus_01_dot_19_bar__plus_00_dot_85_bar__minus_00_dot_14 - object
  Apple_bar__plus_00_dot_78_bar__plus_01_dot_72_bar__minus_01_dot_14 - object
  Bowl_bar__plus_03_dot_23_bar__plus_01_dot_56_bar__minus_00_dot_08 - object
  Bowl_bar__minus_00_dot_55_bar__plus_01_dot_75_bar__plus_00_dot_19 - object
  Bowl_bar__plus_00_dot_36_bar__plus_00_dot_01_bar__minus_01_dot_06 - object
  Bread_bar__plus_01_dot_31_bar__plus_01_dot_75_bar__plus_00_dot_21 - object
  Bread_bar__plus_01_dot_20_bar__plus_01_dot_48_bar__plus_00_dot_11 - object
  Bread_bar__plus_00_dot_98_bar__plus_00_dot_59_bar__minus_00_dot_07 - object
  ButterKnife_bar__plus_03_dot_46_bar__plus_00_dot_43_bar__minus_00_dot_79 - object
  ButterKnife_bar__minus_00_dot_83_bar__plus_00_dot_05_bar__plus_00_dot_36 - object
  ButterKnife_bar__minus_00_dot_38_bar__plus_01_dot_49_bar__plus_00_dot_56 - object
  CellPhone_bar__plus_03_dot_14_bar__plus_00_dot_65_bar__minus_00_dot_38 - object
  CellPhone_bar__plus_01_dot_09_bar__plus_00_dot_31_bar__plus_00_dot_18 - object
  CellPhone_bar__minus_00_dot_24_bar__plus_00_dot_51_bar__plus_00_dot_49 - object
  Cup_bar__plus_02_dot_38_bar__plus_00_dot_02_bar__minus_00_dot_87 - object
  Cup_bar__plus_02_dot_95_bar__plus_00_dot_92_bar__minus_00_dot_39 - object
  Cup_bar__minus_00_dot_55_bar__plus_00_dot_95_bar__plus_00_dot_21 - object
  DishSponge_bar__plus_01_dot_13_bar__plus_01_dot_65_bar__minus_00_dot_31 - object
  DishSponge_bar__minus_00_dot_33_bar__plus_00_dot_07_bar__minus_01_dot_32 - object
  Egg_bar__plus_03_dot_32_bar__plus_01_dot_78_bar__minus_00_dot_81 - object
  Egg_bar__minus_00_dot_73_bar__plus_01_dot_57_bar__plus_00_dot_35 - object
  Egg_bar__minus_00_dot_80_bar__plus_00_dot_02_bar__plus_00_dot_32 - object
  Fork_bar__minus_00_dot_03_bar__plus_00_dot_87_bar__plus_01_dot_05 - object
  Fork_bar__minus_00_dot_07_bar__plus_00_dot_83_bar__plus_00_dot_40 - object
  Fork_bar__plus_00_dot_06_bar__plus_00_dot_26_bar__plus_00_dot_39 - object
  Glassbottle_bar__minus_00_dot_92_bar__plus_00_dot_22_bar__plus_00_dot_19 - object
  Kettle_bar__minus_00_dot_43_bar__plus_00_dot_94_bar__plus_00_dot_64 - object
  Knife_bar__plus_00_dot_23_bar__plus_01_dot_64_bar__minus_01_dot_05 - object
  Ladle_bar__plus_03_dot_09_bar__plus_00_dot_17_bar__minus_00_dot_49 - object
  Ladle_bar__plus_00_dot_77_bar__plus_00_dot_63_bar__plus_00_dot_07 - object
  Ladle_bar__minus_00_dot_29_bar__plus_00_dot_55_bar__plus_00_dot_55 - object
  Lettuce_bar__minus_00_dot_93_bar__plus_00_dot_71_bar__plus_00_dot_11 - object
  Mug_bar__plus_00_dot_62_bar__plus_01_dot_68_bar__minus_00_dot_07 - object
  Mug_bar__plus_03_dot_42_bar__plus_01_dot_78_bar__minus_00_dot_47 - object
  Pan_bar__plus_03_dot_38_bar__plus_00_dot_46_bar__plus_00_dot_10 - object
  Pan_bar__plus_00_dot_55_bar__plus_00_dot_05_bar__minus_00_dot_96 - object
  Pan_bar__minus_00_dot_41_bar__plus_01_dot_41_bar__plus_00_dot_86 - object
  PepperShaker_bar__plus_00_dot_38_bar__plus_00_dot_11_bar__plus_00_dot_40 - object
  Plate_bar__plus_00_dot_78_bar__plus_01_dot_53_bar__minus_01_dot_46 - object
  Plate_bar__plus_02_dot_44_bar__plus_00_dot_67_bar__plus_00_dot_30 - object
  Pot_bar__minus_00_dot_45_bar__plus_00_dot_81_bar__minus_00_dot_92 - object
  Pot_bar__plus_00_dot_92_bar__plus_00_dot_12_bar__minus_01_dot_21 - object
  Potato_bar__minus_00_dot_69_bar__plus_01_dot_67_bar__plus_00_dot_28 - object
  Potato_bar__plus_00_dot_16_bar__plus_01_dot_41_bar__minus_01_dot_14 - object
  Potato_bar__plus_00_dot_87_bar__plus_01_dot_19_bar__plus_00_dot_48 - object
  SaltShaker_bar__plus_00_dot_61_bar__plus_00_dot_18_bar__minus_00_dot_14 - object
  SaltShaker_bar__plus_00_dot_38_bar__plus_01_dot_13_bar__minus_01_dot_72 - object
  SaltShaker_bar__plus_00_dot_74_bar__plus_00_dot_36_bar__plus_00_dot_00 - object
  SoapBottle_bar__plus_00_dot_68_bar__plus_00_dot_91_bar__minus_01_dot_19 - object
  SoapBottle_bar__plus_00_dot_41_bar__plus_01_dot_63_bar__minus_01_dot_09 - object
  Spatula_bar__plus_03_dot_45_bar__plus_01_dot_39_bar__plus_00_dot_07 - object
  Spatula_bar__plus_02_dot_98_bar__plus_00_dot_45_bar__minus_00_dot_55 - object
  Spoon_bar__plus_02_dot_99_bar__plus_00_dot_20_bar__minus_00_dot_62 - object
  Spoon_bar__plus_03_dot_37_bar__plus_00_dot_52_bar__minus_00_dot_34 - object
  Tomato_bar__minus_01_dot_06_bar__plus_01_dot_17_bar__plus_00_dot_49 - object
  Tomato_bar__minus_00_dot_82_bar__plus_00_dot_99_bar__plus_00_dot_60 - object
  Tomato_bar__minus_00_dot_57_bar__plus_01_dot_70_bar__plus_00_dot_72 - object
  Cabinet_bar__plus_00_dot_14_bar__plus_01_dot_67_bar__minus_01_dot_56 - receptacle
  Cabinet_bar__plus_00_dot_62_bar__plus_01_dot_87_bar__minus_01_dot_26 - receptacle
  Cabinet_bar__plus_01_dot_26_bar__plus_00_dot_38_bar__minus_00_dot_34 - receptacle
  Cabinet_bar__plus_01_dot_40_bar__plus_01_dot_87_bar__minus_01_dot_26 - receptacle
  Cabinet_bar__plus_02_dot_66_bar__plus_01_dot_32_bar__plus_00_dot_61 - receptacle
  Cabinet_bar__plus_02_dot_82_bar__plus_01_dot_77_bar__minus_01_dot_05 - receptacle
  Cabinet_bar__plus_02_dot_82_bar__plus_01_dot_77_bar__minus_01_dot_85 - receptacle
  Cabinet_bar__plus_02_dot_85_bar__plus_00_dot_42_bar__plus_00_dot_41 - receptacle
  Cabinet_bar__plus_02_dot_85_bar__plus_00_dot_42_bar__minus_00_dot_61 - receptacle
  Cabinet_bar__plus_02_dot_85_bar__plus_00_dot_42_bar__minus_00_dot_96 - receptacle
  Cabinet_bar__plus_03_dot_07_bar__plus_01_dot_67_bar__minus_00_dot_71 - receptacle
  Cabinet_bar__minus_00_dot_19_bar__plus_01_dot_67_bar__minus_01_dot_34 - receptacle
  Cabinet_bar__minus_00_dot_20_bar__plus_01_dot_96_bar__minus_01_dot_33 - receptacle
  Cabinet_bar__minus_00_dot_71_bar__plus_01_dot_96_bar__minus_00_dot_82 - receptacle
  Cabinet_bar__minus_00_dot_73_bar__plus_01_dot_29_bar__minus_00_dot_86 - receptacle
  Cabinet_bar__minus_00_dot_92_bar__plus_01_dot_67_bar__minus_00_dot_62 - receptacle
  CoffeeMachine_bar__plus_01_dot_98_bar__plus_00_dot_17_bar__minus_00_dot_75 - receptacle
  CounterTop_bar__plus_00_dot_09_bar__plus_00_dot_89_bar__minus_01_dot_52 - receptacle
  CounterTop_bar__plus_01_dot_21_bar__plus_00_dot_94_bar__plus_00_dot_46 - receptacle
  CounterTop_bar__plus_03_dot_11_bar__plus_00_dot_94_bar__plus_00_dot_02 - receptacle
  CounterTop_bar__minus_01_dot_01_bar__plus_00_dot_94_bar__minus_00_dot_04 - receptacle
  Drawer_bar__plus_00_dot_38_bar__plus_00_dot_19_bar__minus_01_dot_51 - receptacle
  Drawer_bar__plus_00_dot_38_bar__plus_00_dot_38_bar__minus_01_dot_51 - receptacle
  Drawer_bar__plus_00_dot_38_bar__plus_00_dot_57_bar__minus_01_dot_51 - receptacle
  Drawer_bar__plus_00_dot_38_bar__plus_00_dot_77_bar__minus_01_dot_51 - receptacle
  Drawer_bar__plus_02_dot_32_bar__plus_00_dot_83_bar__minus_01_dot_76 - receptacle
  Drawer_bar__plus_03_dot_02_bar__plus_00_dot_77_bar__plus_00_dot_70 - receptacle
  Drawer_bar__plus_03_dot_02_bar__plus_00_dot_77_bar__minus_00_dot_41 - receptacle
  Drawer_bar__plus_03_dot_02_bar__plus_00_dot_77_bar__minus_00_dot_78 - receptacle
  Drawer_bar__minus_00_dot_05_bar__plus_00_dot_19_bar__minus_01_dot_32 - receptacle
  Drawer_bar__minus_00_dot_05_bar__plus_00_dot_38_bar__minus_01_dot_32 - receptacle
  Drawer_bar__minus_00_dot_05_bar__plus_00_dot_57_bar__minus_01_dot_32 - receptacle
  Drawer_bar__minus_00_dot_05_bar__plus_00_dot_77_bar__minus_01_dot_32 - receptacle
  Drawer_bar__minus_00_dot_68_bar__plus_00_dot_19_bar__minus_00_dot_70 - receptacle
  Drawer_bar__minus_00_dot_68_bar__plus_00_dot_39_bar__minus_00_dot_70 - receptacle
  Drawer_bar__minus_00_dot_68_bar__plus_00_dot_58_bar__minus_00_dot_70 - receptacle
  Drawer_bar__minus_00_dot_68_bar__plus_00_dot_77_bar__minus_00_dot_70 - receptacle
  Drawer_bar__minus_00_dot_86_bar__plus_00_dot_19_bar__plus_00_dot_66 - receptacle
  Drawer_bar__minus_00_dot_86_bar__plus_00_dot_19_bar__plus_01_dot_43 - receptacle
  Drawer_bar__minus_00_dot_86_bar__plus_00_dot_19_bar__minus_00_dot_10 - receptacle
  Drawer_bar__minus_00_dot_86_bar__plus_00_dot_39_bar__plus_00_dot_66 - receptacle
  Drawer_bar__minus_00_dot_86_bar__plus_00_dot_39_bar__plus_01_dot_43 - receptacle
  Drawer_bar__minus_00_dot_86_bar__plus_00_dot_39_bar__minus_00_dot_10 - receptacle
  Drawer_bar__minus_00_dot_86_bar__plus_00_dot_58_bar__plus_00_dot_66 - receptacle
  Drawer_bar__minus_00_dot_86_bar__plus_00_dot_58_bar__plus_01_dot_43 - receptacle
  Drawer_bar__minus_00_dot_86_bar__plus_00_dot_58_bar__minus_00_dot_10 - receptacle
  Drawer_bar__minus_00_dot_86_bar__plus_00_dot_77_bar__plus_00_dot_66 - receptacle
  Drawer_bar__minus_00_dot_86_bar__plus_00_dot_77_bar__plus_01_dot_43 - receptacle
  Drawer_bar__minus_00_dot_86_bar__plus_00_dot_77_bar__minus_00_dot_10 - receptacle
  Fridge_bar__plus_01_dot_01_bar__plus_00_dot_03_bar__minus_01_dot_47 - receptacle
  GarbageCan_bar__plus_00_dot_60_bar__plus_01_dot_54_bar__minus_00_dot_02 - receptacle
  Microwave_bar__minus_01_dot_03_bar__plus_00_dot_89_bar__plus_01_dot_43 - receptacle
  Sink_bar__plus_03_dot_08_bar__plus_00_dot_89_bar__plus_00_dot_09_bar_SinkBasin - receptacle
  StoveBurner_bar__plus_00_dot_67_bar__plus_01_dot_74_bar__minus_00_dot_78 - receptacle
  StoveBurner_bar__plus_00_dot_96_bar__plus_01_dot_51_bar__minus_00_dot_41 - receptacle
  StoveBurner_bar__minus_00_dot_69_bar__plus_00_dot_15_bar__plus_00_dot_80 - receptacle
  StoveBurner_bar__minus_00_dot_88_bar__plus_01_dot_27_bar__plus_00_dot_50 - receptacle
  Toaster_bar__plus_00_dot_76_bar__plus_00_dot_35_bar__plus_01_dot_08 - receptacle
  loc_bar__minus_1_bar__minus_1_bar_0_bar_30 - location
  loc_bar__minus_1_bar__minus_1_bar_2_bar_30 - location
  loc_bar__minus_1_bar__minus_2_bar_3_bar_0 - location
  loc_bar__minus_1_bar_1_bar_2_bar_30 - location
  loc_bar__minus_1_bar_2_bar_0_bar_30 - location
  loc_bar__minus_1_bar_2_bar_3_bar_30 - location
  loc_bar__minus_1_bar_3_bar_2_bar_30 - location
  loc_bar__minus_1_bar_5_bar_3_bar_30 - location
  loc_bar_0_bar__minus_1_bar_2_bar_30 - location
  loc_bar_0_bar__minus_2_bar_0_bar_30 - location
  loc_bar_0_bar__minus_2_bar_2_bar__minus_30 - location
  loc_bar_0_bar__minus_2_bar_2_bar_30 - location
  loc_bar_0_bar__minus_3_bar_1_bar_45 - location
  loc_bar_0_bar__minus_3_bar_1_bar_60 - location
  loc_bar_0_bar__minus_3_bar_3_bar__minus_30 - location
  loc_bar_0_bar_1_bar_0_bar_30 - location
  loc_bar_0_bar_1_bar_2_bar_30 - location
  loc_bar_0_bar_2_bar_0_bar_30 - location
  loc_bar_0_bar_2_bar_2_bar_30 - location
  loc_bar_0_bar_3_bar_3_bar_45 - location
  loc_bar_0_bar_3_bar_3_bar_60 - location
  loc_bar_0_bar_4_bar_2_bar_30 - location
  loc_bar_0_bar_5_bar_1_bar_30 - location
  loc_bar_10_bar__minus_1_bar_1_bar_30 - location
  loc_bar_10_bar__minus_2_bar_1_bar_30 - location
  loc_bar_10_bar_2_bar_3_bar_30 - location
  loc_bar_11_bar_5_bar_2_bar__minus_30 - location
  loc_bar_1_bar__minus_1_bar_1_bar_30 - location
  loc_bar_1_bar__minus_3_bar_2_bar_0 - location
  loc_bar_1_bar__minus_3_bar_2_bar_30 - location
  loc_bar_2_bar__minus_1_bar_1_bar_30 - location
  loc_bar_2_bar__minus_1_bar_2_bar_30 - location
  loc_bar_2_bar__minus_2_bar_2_bar_30 - location
  loc_bar_2_bar__minus_3_bar_2_bar_0 - location
  loc_bar_4_bar__minus_2_bar_0_bar_30 - location
  loc_bar_4_bar__minus_2_bar_2_bar_0 - location
  loc_bar_4_bar__minus_2_bar_2_bar_30 - location
  loc_bar_4_bar__minus_2_bar_3_bar_30 - location
  loc_bar_6_bar__minus_2_bar_3_bar_30 - location
  loc_bar_8_bar__minus_1_bar_3_bar__minus_30 - location
  loc_bar_8_bar__minus_5_bar_1_bar_0 - location
  loc_bar_8_bar__minus_5_bar_1_bar_30 - location
  loc_bar_8_bar_0_bar_1_bar_30 - location
  loc_bar_8_bar_0_bar_3_bar_30 - location
  loc_bar_8_bar_1_bar_1_bar_30 - location
  loc_bar_8_bar_1_bar_3_bar_30 - location
  loc_bar_9_bar__minus_1_bar_0_bar_30 - location
  loc_bar_9_bar__minus_2_bar_0_bar_30 - location
  loc_bar_9_bar__minus_2_bar_2_bar_30 - location
  loc_bar_9_bar__minus_4_bar_1_bar_0 - location
  loc_bar_9_bar__minus_5_bar_0_bar_30 - location
  loc_bar_9_bar__minus_5_bar_1_bar_0 - location
  loc_bar_9_bar__minus_5_bar_2_bar_30 - location
  loc_bar_9_bar_0_bar_2_bar_30 - location
  loc_bar_9_bar_2_bar_2_bar_30 - location
  )

(:init
  (receptacleType Cabinet_bar__plus_00_dot_14_bar__plus_01_dot_67_bar__minus_01_dot_56 CabinetType)
  (receptacleType Cabinet_bar__plus_00_dot_62_bar__plus_01_dot_87_bar__minus_01_dot_26 CabinetType)
  (receptacleType Cabinet_bar__plus_01_dot_26_bar__plus_00_dot_38_bar__minus_00_dot_34 CabinetType)
  (receptacleType Cabinet_bar__plus_01_dot_40_bar__plus_01_dot_87_bar__minus_01_dot_26 CabinetType)
  (receptacleType Cabinet_bar__plus_02_dot_66_bar__plus_01_dot_32_bar__plus_00_dot_61 CabinetType)
  (receptacleType Cabinet_bar__plus_02_dot_82_bar__plus_01_dot_77_bar__minus_01_dot_05 CabinetType)
  (receptacleType Cabinet_bar__plus_02_dot_82_bar__plus_01_dot_77_bar__minus_01_dot_85 CabinetType)
  (receptacleType Cabinet_bar__plus_02_dot_85_bar__plus_00_dot_42_bar__plus_00_dot_41 CabinetType)
  (receptacleType Cabinet_bar__plus_02_dot_85_bar__plus_00_dot_42_bar__minus_00_dot_61 CabinetType)
  (receptacleType Cabinet_bar__plus_02_dot_85_bar__plus_00_dot_42_bar__minus_00_dot_96 CabinetType)
  (receptacleType Cabinet_bar__plus_03_dot_07_bar__plus_01_dot_67_bar__minus_00_dot_71 CabinetType)
  (receptacleType Cabinet_bar__minus_00_dot_19_bar__plus_01_dot_67_bar__minus_01_dot_34 CabinetType)
  (receptacleType Cabinet_bar__minus_00_dot_20_bar__plus_01_dot_96_bar__minus_01_dot_33 CabinetType)
  (receptacleType Cabinet_bar__minus_00_dot_71_bar__plus_01_dot_96_bar__minus_00_dot_82 CabinetType)
  (receptacleType Cabinet_bar__minus_00_dot_73_bar__plus_01_dot_29_bar__minus_00_dot_86 CabinetType)
  (receptacleType Cabinet_bar__minus_00_dot_92_bar__plus_01_dot_67_bar__minus_00_dot_62 CabinetType)
  (receptacleType CoffeeMachine_bar__plus_01_dot_98_bar__plus_00_dot_17_bar__minus_00_dot_75 CoffeeMachineType)
  (receptacleType CounterTop_bar__plus_00_dot_09_bar__plus_00_dot_89_bar__minus_01_dot_52 CounterTopType)
  (receptacleType CounterTop_bar__plus_01_dot_21_bar__plus_00_dot_94_bar__plus_00_dot_46 CounterTopType)
  (receptacleType CounterTop_bar__plus_03_dot_11_bar__plus_00_dot_94_bar__plus_00_dot_02 CounterTopType)
  (receptacleType CounterTop_bar__minus_01_dot_01_bar__plus_00_dot_94_bar__minus_00_dot_04 CounterTopType)
  (receptacleType Drawer_bar__plus_00_dot_38_bar__plus_00_dot_19_bar__minus_01_dot_51 DrawerType)
  (receptacleType Drawer_bar__plus_00_dot_38_bar__plus_00_dot_38_bar__minus_01_dot_51 DrawerType)
  (receptacleType Drawer_bar__plus_00_dot_38_bar__plus_00_dot_57_bar__minus_01_dot_51 DrawerType)
  (receptacleType Drawer_bar__plus_00_dot_38_bar__plus_00_dot_77_bar__minus_01_dot_51 DrawerType)
  (receptacleType Drawer_bar__plus_02_dot_32_bar__plus_00_dot_83_bar__minus_01_dot_76 DrawerType)
  (receptacleType Drawer_bar__plus_03_dot_02_bar__plus_00_dot_77_bar__plus_00_dot_70 DrawerType)
  (receptacleType Drawer_bar__plus_03_dot_02_bar__plus_00_dot_77_bar__minus_00_dot_41 DrawerType)
  (receptacleType Drawer_bar__plus_03_dot_02_bar__plus_00_dot_77_bar__minus_00_dot_78 DrawerType)
  (receptacleType Drawer_bar__minus_00_dot_05_bar__plus_00_dot_19_bar__minus_01_dot_32 DrawerType)
  (receptacleType Drawer_bar__minus_00_dot_05_bar__plus_00_dot_38_bar__minus_01_dot_32 DrawerType)
  (receptacleType Drawer_bar__minus_00_dot_05_bar__plus_00_dot_57_bar__minus_01_dot_32 DrawerType)
  (receptacleType Drawer_bar__minus_00_dot_05_bar__plus_00_dot_77_bar__minus_01_dot_32 DrawerType)
  (receptacleType Drawer_bar__minus_00_dot_68_bar__plus_00_dot_19_bar__minus_00_dot_70 DrawerType)
  (receptacleType Drawer_bar__minus_00_dot_68_bar__plus_00_dot_39_bar__minus_00_dot_70 DrawerType)
  (receptacleType Drawer_bar__minus_00_dot_68_bar__plus_00_dot_58_bar__minus_00_dot_70 DrawerType)
  (receptacleType Drawer_bar__minus_00_dot_68_bar__plus_00_dot_77_bar__minus_00_dot_70 DrawerType)
  (receptacleType Drawer_bar__minus_00_dot_86_bar__plus_00_dot_19_bar__plus_00_dot_66 DrawerType)
  (receptacleType Drawer_bar__minus_00_dot_86_bar__plus_00_dot_19_bar__plus_01_dot_43 DrawerType)
  (receptacleType Drawer_bar__minus_00_dot_86_bar__plus_00_dot_19_bar__minus_00_dot_10 DrawerType)
  (receptacleType Drawer_bar__minus_00_dot_86_bar__plus_00_dot_39_bar__plus_00_dot_66 DrawerType)
  (receptacleType Drawer_bar__minus_00_dot_86_bar__plus_00_dot_39_bar__plus_01_dot_43 DrawerType)
  (receptacleType Drawer_bar__minus_00_dot_86_bar__plus_00_dot_39_bar__minus_00_dot_10 DrawerType)
  (receptacleType Drawer_bar__minus_00_dot_86_bar__plus_00_dot_58_bar__plus_00_dot_66 DrawerType)
  (receptacleType Drawer_bar__minus_00_dot_86_bar__plus_00_dot_58_bar__plus_01_dot_43 DrawerType)
  (receptacleType Drawer_bar__minus_00_dot_86_bar__plus_00_dot_58_bar__minus_00_dot_10 DrawerType)
  (receptacleType Drawer_bar__minus_00_dot_86_bar__plus_00_dot_77_bar__plus_00_dot_66 DrawerType)
  (receptacleType Drawer_bar__minus_00_dot_86_bar__plus_00_dot_77_bar__plus_01_dot_43 DrawerType)
  (receptacleType Drawer_bar__minus_00_dot_86_bar__plus_00_dot_77_bar__minus_00_dot_10 DrawerType)
  (receptacleType Fridge_bar__plus_01_dot_01_bar__plus_00_dot_03_bar__minus_01_dot_47 FridgeType)
  (receptacleType GarbageCan_bar__plus_00_dot_60_bar__plus_01_dot_54_bar__minus_00_dot_02 GarbageCanType)
  (receptacleType Microwave_bar__minus_01_dot_03_bar__plus_00_dot_89_bar__plus_01_dot_43 MicrowaveType)
  (receptacleType Sink_bar__plus_03_dot_08_bar__plus_00_dot_89_bar__plus_00_dot_09_bar_SinkBasin SinkBasinType)
  (receptacleType StoveBurner_bar__plus_00_dot_67_bar__plus_01_dot_74_bar__minus_00_dot_78 StoveBurnerType)
  (receptacleType StoveBurner_bar__plus_00_dot_96_bar__plus_01_dot_51_bar__minus_00_dot_41 StoveBurnerType)
  (receptacleType StoveBurner_bar__minus_00_dot_69_bar__plus_00_dot_15_bar__plus_00_dot_80 StoveBurnerType)
  (receptacleType StoveBurner_bar__minus_00_dot_88_bar__plus_01_dot_27_bar__plus_00_dot_50 StoveBurnerType)
  (receptacleType Toaster_bar__plus_00_dot_76_bar__plus_00_dot_35_bar__plus_01_dot_08 ToasterType)
  (objectType HousePlant_bar__plus_03_dot_00_bar__plus_00_dot_46_bar__minus_00_dot_36 HousePlantType)
  (objectType LightSwitch_bar__plus_01_dot_48_bar__plus_01_dot_44_bar__minus_00_dot_12 LightSwitchType)
  (objectType Mirror_bar__plus_01_dot_41_bar__plus_01_dot_38_bar__plus_00_dot_10 MirrorType)
  (objectType Sink_bar__plus_03_dot_08_bar__plus_00_dot_89_bar__plus_00_dot_09 SinkType)
  (objectType StoveKnob_bar__minus_00_dot_62_bar__plus_01_dot_09_bar__plus_00_dot_33 StoveKnobType)
  (objectType StoveKnob_bar__plus_02_dot_12_bar__plus_01_dot_12_bar__plus_00_dot_38 StoveKnobType)
  (objectType StoveKnob_bar__plus_02_dot_32_bar__plus_00_dot_21_bar__minus_00_dot_92 StoveKnobType)
  (objectType StoveKnob_bar__plus_02_dot_58_bar__plus_00_dot_60_bar__minus_00_dot_10 StoveKnobType)
  (objectType Window_bar__plus_02_dot_17_bar__plus_00_dot_56_bar__plus_00_dot_29 WindowType)
  (objectType Window_bar__plus_01_dot_19_bar__plus_00_dot_85_bar__minus_00_dot_14 WindowType)
  (objectType Apple_bar__plus_00_dot_78_bar__plus_01_dot_72_bar__minus_01_dot_14 AppleType)
  (objectType Bowl_bar__plus_03_dot_23_bar__plus_01_dot_56_bar__minus_00_dot_08 BowlType)
  (objectType Bowl_bar__minus_00_dot_55_bar__plus_01_dot_75_bar__plus_00_dot_19 BowlType)
  (objectType Bowl_bar__plus_00_dot_36_bar__plus_00_dot_01_bar__minus_01_dot_06 BowlType)
  (objectType Bread_bar__plus_01_dot_31_bar__plus_01_dot_75_bar__plus_00_dot_21 BreadType)
  (objectType Bread_bar__plus_01_dot_20_bar__plus_01_dot_48_bar__plus_00_dot_11 BreadType)
  (objectType Bread_bar__plus_00_dot_98_bar__plus_00_dot_59_bar__minus_00_dot_07 BreadType)
  (objectType ButterKnife_bar__plus_03_dot_46_bar__plus_00_dot_43_bar__minus_00_dot_79 ButterKnifeType)
  (objectType ButterKnife_bar__minus_00_dot_83_bar__plus_00_dot_05_bar__plus_00_dot_36 ButterKnifeType)
  (objectType ButterKnife_bar__minus_00_dot_38_bar__plus_01_dot_49_bar__plus_00_dot_56 ButterKnifeType)
  (objectType CellPhone_bar__plus_03_dot_14_bar__plus_00_dot_65_bar__minus_00_dot_38 CellPhoneType)
  (objectType CellPhone_bar__plus_01_dot_09_bar__plus_00_dot_31_bar__plus_00_dot_18 CellPhoneType)
  (objectType CellPhone_bar__minus_00_dot_24_bar__plus_00_dot_51_bar__plus_00_dot_49 CellPhoneType)
  (objectType Cup_bar__plus_02_dot_38_bar__plus_00_dot_02_bar__minus_00_dot_87 CupType)
  (objectType Cup_bar__plus_02_dot_95_bar__plus_00_dot_92_bar__minus_00_dot_39 CupType)
  (objectType Cup_bar__minus_00_dot_55_bar__plus_00_dot_95_bar__plus_00_dot_21 CupType)
  (objectType DishSponge_bar__plus_01_dot_13_bar__plus_01_dot_65_bar__minus_00_dot_31 DishSpongeType)
  (objectType DishSponge_bar__minus_00_dot_33_bar__plus_00_dot_07_bar__minus_01_dot_32 DishSpongeType)
  (objectType Egg_bar__plus_03_dot_32_bar__plus_01_dot_78_bar__minus_00_dot_81 EggType)
  (objectType Egg_bar__minus_00_dot_73_bar__plus_01_dot_57_bar__plus_00_dot_35 EggType)
  (objectType Egg_bar__minus_00_dot_80_bar__plus_00_dot_02_bar__plus_00_dot_32 EggType)
  (objectType Fork_bar__minus_00_dot_03_bar__plus_00_dot_87_bar__plus_01_dot_05 ForkType)
  (objectType Fork_bar__minus_00_dot_07_bar__plus_00_dot_83_bar__plus_00_dot_40 ForkType)
  (objectType Fork_bar__plus_00_dot_06_bar__plus_00_dot_26_bar__plus_00_dot_39 ForkType)
  (objectType Glassbottle_bar__minus_00_dot_92_bar__plus_00_dot_22_bar__plus_00_dot_19 GlassbottleType)
  (objectType Kettle_bar__minus_00_dot_43_bar__plus_00_dot_94_bar__plus_00_dot_64 KettleType)
  (objectType Knife_bar__plus_00_dot_23_bar__plus_01_dot_64_bar__minus_01_dot_05 KnifeType)
  (objectType Ladle_bar__plus_03_dot_09_bar__plus_00_dot_17_bar__minus_00_dot_49 LadleType)
  (objectType Ladle_bar__plus_00_dot_77_bar__plus_00_dot_63_bar__plus_00_dot_07 LadleType)
  (objectType Ladle_bar__minus_00_dot_29_bar__plus_00_dot_55_bar__plus_00_dot_55 LadleType)
  (objectType Lettuce_bar__minus_00_dot_93_bar__plus_00_dot_71_bar__plus_00_dot_11 LettuceType)
  (objectType Mug_bar__plus_00_dot_62_bar__plus_01_dot_68_bar__minus_00_dot_07 MugType)
  (objectType Mug_bar__plus_03_dot_42_bar__plus_01_dot_78_bar__minus_00_dot_47 MugType)
  (objectType Pan_bar__plus_03_dot_38_bar__plus_00_dot_46_bar__plus_00_dot_10 PanType)
  (objectType Pan_bar__plus_00_dot_55_bar__plus_00_dot_05_bar__minus_00_dot_96 PanType)
  (objectType Pan_bar__minus_00_dot_41_bar__plus_01_dot_41_bar__plus_00_dot_86 PanType)
  (objectType PepperShaker_bar__plus_00_dot_38_bar__plus_00_dot_11_bar__plus_00_dot_40 PepperShakerType)
  (objectType Plate_bar__plus_00_dot_78_bar__plus_01_dot_53_bar__minus_01_dot_46 PlateType)
  (objectType Plate_bar__plus_02_dot_44_bar__plus_00_dot_67_bar__plus_00_dot_30 PlateType)
  (objectType Pot_bar__minus_00_dot_45_bar__plus_00_dot_81_bar__minus_00_dot_92 PotType)
  (objectType Pot_bar__plus_00_dot_92_bar__plus_00_dot_12_bar__minus_01_dot_21 PotType)
  (objectType Potato_bar__minus_00_dot_69_bar__plus_01_dot_67_bar__plus_00_dot_28 PotatoType)
  (objectType Potato_bar__plus_00_dot_16_bar__plus_01_dot_41_bar__minus_01_dot_14 PotatoType)
  (objectType Potato_bar__plus_00_dot_87_bar__plus_01_dot_19_bar__plus_00_dot_48 PotatoType)
  (objectType SaltShaker_bar__plus_00_dot_61_bar__plus_00_dot_18_bar__minus_00_dot_14 SaltShakerType)
  (objectType SaltShaker_bar__plus_00_dot_38_bar__plus_01_dot_13_bar__minus_01_dot_72 SaltShakerType)
  (objectType SaltShaker_bar__plus_00_dot_74_bar__plus_00_dot_36_bar__plus_00_dot_00 SaltShakerType)
  (objectType SoapBottle_bar__plus_00_dot_68_bar__plus_00_dot_91_bar__minus_01_dot_19 SoapBottleType)
  (objectType SoapBottle_bar__plus_00_dot_41_bar__plus_01_dot_63_bar__minus_01_dot_09 SoapBottleType)
  (objectType Spatula_bar__plus_03_dot_45_bar__plus_01_dot_39_bar__plus_00_dot_07 SpatulaType)
  (objectType Spatula_bar__plus_02_dot_98_bar__plus_00_dot_45_bar__minus_00_dot_55 SpatulaType)
  (objectType Spoon_bar__plus_02_dot_99_bar__plus_00_dot_20_bar__minus_00_dot_62 SpoonType)
  (objectType Spoon_bar__plus_03_dot_37_bar__plus_00_dot_52_bar__minus_00_dot_34 SpoonType)
  (objectType Tomato_bar__minus_01_dot_06_bar__plus_01_dot_17_bar__plus_00_dot_49 TomatoType)
  (objectType Tomato_bar__minus_00_dot_82_bar__plus_00_dot_99_bar__plus_00_dot_60 TomatoType)
  (objectType Tomato_bar__minus_00_dot_57_bar__plus_01_dot_70_bar__plus_00_dot_72 TomatoType)
  (canContain CabinetType BowlType)
  (canContain CabinetType CupType)
  (canContain CabinetType DishSpongeType)
  (canContain CabinetType GlassbottleType)
  (canContain CabinetType KettleType)
  (canContain CabinetType LadleType)
  (canContain CabinetType MugType)
  (canContain CabinetType PanType)
  (canContain CabinetType PepperShakerType)
  (canContain CabinetType PlateType)
  (canContain CabinetType PotType)
  (canContain CabinetType SaltShakerType)
  (canContain CabinetType SoapBottleType)
  (canContain CoffeeMachineType MugType)
  (canContain CounterTopType AppleType)
  (canContain CounterTopType BowlType)
  (canContain CounterTopType BreadType)
  (canContain CounterTopType ButterKnifeType)
  (canContain CounterTopType CellPhoneType)
  (canContain CounterTopType CupType)
  (canContain CounterTopType DishSpongeType)
  (canContain CounterTopType EggType)
  (canContain CounterTopType ForkType)
  (canContain CounterTopType GlassbottleType)
  (canContain CounterTopType KettleType)
  (canContain CounterTopType KnifeType)
  (canContain CounterTopType LadleType)
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
  (canContain CounterTopType TomatoType)
  (canContain DrawerType ButterKnifeType)
  (canContain DrawerType CellPhoneType)
  (canContain DrawerType DishSpongeType)
  (canContain DrawerType ForkType)
  (canContain DrawerType KnifeType)
  (canContain DrawerType LadleType)
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
  (canContain SinkBasinType AppleType)
  (canContain SinkBasinType BowlType)
  (canContain SinkBasinType ButterKnifeType)
  (canContain SinkBasinType CupType)
  (canContain SinkBasinType DishSpongeType)
  (canContain SinkBasinType EggType)
  (canContain SinkBasinType ForkType)
  (canContain SinkBasinType GlassbottleType)
  (canContain SinkBasinType KettleType)
  (canContain SinkBasinType KnifeType)
  (canContain SinkBasinType LadleType)
  (canContain SinkBasinType LettuceType)
  (canContain SinkBasinType MugType)
  (canContain SinkBasinType PanType)
  (canContain SinkBasinType PlateType)
  (canContain SinkBasinType PotType)
  (canContain SinkBasinType PotatoType)
  (canContain SinkBasinType SpatulaType)
  (canContain SinkBasinType SpoonType)
  (canContain SinkBasinType TomatoType)
  (canContain StoveBurnerType KettleType)
  (canContain StoveBurnerType PanType)
  (canContain StoveBurnerType PotType)
  (isReceptacleObject Bowl_bar__plus_03_dot_23_bar__plus_01_dot_56_bar__minus_00_dot_08)
  (isReceptacleObject Bowl_bar__minus_00_dot_55_bar__plus_01_dot_75_bar__plus_00_dot_19)
  (isReceptacleObject Bowl_bar__plus_00_dot_36_bar__plus_00_dot_01_bar__minus_01_dot_06)
  (isReceptacleObject Cup_bar__plus_02_dot_38_bar__plus_00_dot_02_bar__minus_00_dot_87)
  (isReceptacleObject Cup_bar__plus_02_dot_95_bar__plus_00_dot_92_bar__minus_00_dot_39)
  (isReceptacleObject Cup_bar__minus_00_dot_55_bar__plus_00_dot_95_bar__plus_00_dot_21)
  (isReceptacleObject Mug_bar__plus_00_dot_62_bar__plus_01_dot_68_bar__minus_00_dot_07)
  (isReceptacleObject Mug_bar__plus_03_dot_42_bar__plus_01_dot_78_bar__minus_00_dot_47)
  (isReceptacleObject Pan_bar__plus_03_dot_38_bar__plus_00_dot_46_bar__plus_00_dot_10)
  (isReceptacleObject Pan_bar__plus_00_dot_55_bar__plus_00_dot_05_bar__minus_00_dot_96)
  (isReceptacleObject Pan_bar__minus_00_dot_41_bar__plus_01_dot_41_bar__plus_00_dot_86)
  (isReceptacleObject Plate_bar__plus_00_dot_78_bar__plus_01_dot_53_bar__minus_01_dot_46)
  (isReceptacleObject Plate_bar__plus_02_dot_44_bar__plus_00_dot_67_bar__plus_00_dot_30)
  (isReceptacleObject Pot_bar__minus_00_dot_45_bar__plus_00_dot_81_bar__minus_00_dot_92)
  (isReceptacleObject Pot_bar__plus_00_dot_92_bar__plus_00_dot_12_bar__minus_01_dot_21)
  (openable Cabinet_bar__plus_00_dot_14_bar__plus_01_dot_67_bar__minus_01_dot_56)
  (openable Cabinet_bar__plus_00_dot_62_bar__plus_01_dot_87_bar__minus_01_dot_26)
  (openable Cabinet_bar__plus_01_dot_40_bar__plus_01_dot_87_bar__minus_01_dot_26)
  (openable Cabinet_bar__plus_02_dot_82_bar__plus_01_dot_77_bar__minus_01_dot_05)
  (openable Cabinet_bar__plus_02_dot_82_bar__plus_01_dot_77_bar__minus_01_dot_85)
  (openable Cabinet_bar__plus_02_dot_85_bar__plus_00_dot_42_bar__plus_00_dot_41)
  (openable Cabinet_bar__plus_02_dot_85_bar__plus_00_dot_42_bar__minus_00_dot_61)
  (openable Cabinet_bar__plus_02_dot_85_bar__plus_00_dot_42_bar__minus_00_dot_96)
  (openable Cabinet_bar__plus_03_dot_07_bar__plus_01_dot_67_bar__minus_00_dot_71)
  (openable Cabinet_bar__minus_00_dot_19_bar__plus_01_dot_67_bar__minus_01_dot_34)
  (openable Cabinet_bar__minus_00_dot_20_bar__plus_01_dot_96_bar__minus_01_dot_33)
  (openable Cabinet_bar__minus_00_dot_71_bar__plus_01_dot_96_bar__minus_00_dot_82)
  (openable Cabinet_bar__minus_00_dot_92_bar__plus_01_dot_67_bar__minus_00_dot_62)
  (openable Drawer_bar__plus_00_dot_38_bar__plus_00_dot_19_bar__minus_01_dot_51)
  (openable Drawer_bar__plus_00_dot_38_bar__plus_00_dot_38_bar__minus_01_dot_51)
  (openable Drawer_bar__plus_00_dot_38_bar__plus_00_dot_57_bar__minus_01_dot_51)
  (openable Drawer_bar__plus_00_dot_38_bar__plus_00_dot_77_bar__minus_01_dot_51)
  (openable Drawer_bar__plus_03_dot_02_bar__plus_00_dot_77_bar__plus_00_dot_70)
  (openable Drawer_bar__plus_03_dot_02_bar__plus_00_dot_77_bar__minus_00_dot_41)
  (openable Drawer_bar__plus_03_dot_02_bar__plus_00_dot_77_bar__minus_00_dot_78)
  (openable Drawer_bar__minus_00_dot_05_bar__plus_00_dot_19_bar__minus_01_dot_32)
  (openable Drawer_bar__minus_00_dot_05_bar__plus_00_dot_38_bar__minus_01_dot_32)
  (openable Drawer_bar__minus_00_dot_05_bar__plus_00_dot_57_bar__minus_01_dot_32)
  (openable Drawer_bar__minus_00_dot_05_bar__plus_00_dot_77_bar__minus_01_dot_32)
  (openable Drawer_bar__minus_00_dot_68_bar__plus_00_dot_19_bar__minus_00_dot_70)
  (openable Drawer_bar__minus_00_dot_68_bar__plus_00_dot_39_bar__minus_00_dot_70)
  (openable Drawer_bar__minus_00_dot_68_bar__plus_00_dot_58_bar__minus_00_dot_70)
  (openable Drawer_bar__minus_00_dot_68_bar__plus_00_dot_77_bar__minus_00_dot_70)
  (openable Drawer_bar__minus_00_dot_86_bar__plus_00_dot_19_bar__plus_00_dot_66)
  (openable Drawer_bar__minus_00_dot_86_bar__plus_00_dot_19_bar__plus_01_dot_43)
  (openable Drawer_bar__minus_00_dot_86_bar__plus_00_dot_19_bar__minus_00_dot_10)
  (openable Drawer_bar__minus_00_dot_86_bar__plus_00_dot_39_bar__plus_00_dot_66)
  (openable Drawer_bar__minus_00_dot_86_bar__plus_00_dot_39_bar__plus_01_dot_43)
  (openable Drawer_bar__minus_00_dot_86_bar__plus_00_dot_39_bar__minus_00_dot_10)
  (openable Drawer_bar__minus_00_dot_86_bar__plus_00_dot_58_bar__plus_00_dot_66)
  (openable Drawer_bar__minus_00_dot_86_bar__plus_00_dot_58_bar__plus_01_dot_43)
  (openable Drawer_bar__minus_00_dot_86_bar__plus_00_dot_58_bar__minus_00_dot_10)
  (openable Drawer_bar__minus_00_dot_86_bar__plus_00_dot_77_bar__plus_00_dot_66)
  (openable Drawer_bar__minus_00_dot_86_bar__plus_00_dot_77_bar__plus_01_dot_43)
  (openable Drawer_bar__minus_00_dot_86_bar__plus_00_dot_77_bar__minus_00_dot_10)
  (openable Fridge_bar__plus_01_dot_01_bar__plus_00_dot_03_bar__minus_01_dot_47)
  (openable Microwave_bar__minus_01_dot_03_bar__plus_00_dot_89_bar__plus_01_dot_43)
  (atLocation agent1 loc_bar_6_bar__minus_2_bar_3_bar_30)
  (cleanable Apple_bar__plus_00_dot_78_bar__plus_01_dot_72_bar__minus_01_dot_14)
  (cleanable Bowl_bar__plus_03_dot_23_bar__plus_01_dot_56_bar__minus_00_dot_08)
  (cleanable Bowl_bar__minus_00_dot_55_bar__plus_01_dot_75_bar__plus_00_dot_19)
  (cleanable Bowl_bar__plus_00_dot_36_bar__plus_00_dot_01_bar__minus_01_dot_06)
  (cleanable ButterKnife_bar__plus_03_dot_46_bar__plus_00_dot_43_bar__minus_00_dot_79)
  (cleanable ButterKnife_bar__minus_00_dot_83_bar__plus_00_dot_05_bar__plus_00_dot_36)
  (cleanable ButterKnife_bar__minus_00_dot_38_bar__plus_01_dot_49_bar__plus_00_dot_56)
  (cleanable Cup_bar__plus_02_dot_38_bar__plus_00_dot_02_bar__minus_00_dot_87)
  (cleanable Cup_bar__plus_02_dot_95_bar__plus_00_dot_92_bar__minus_00_dot_39)
  (cleanable Cup_bar__minus_00_dot_55_bar__plus_00_dot_95_bar__plus_00_dot_21)
  (cleanable DishSponge_bar__plus_01_dot_13_bar__plus_01_dot_65_bar__minus_00_dot_31)
  (cleanable DishSponge_bar__minus_00_dot_33_bar__plus_00_dot_07_bar__minus_01_dot_32)
  (cleanable Egg_bar__plus_03_dot_32_bar__plus_01_dot_78_bar__minus_00_dot_81)
  (cleanable Egg_bar__minus_00_dot_73_bar__plus_01_dot_57_bar__plus_00_dot_35)
  (cleanable Egg_bar__minus_00_dot_80_bar__plus_00_dot_02_bar__plus_00_dot_32)
  (cleanable Fork_bar__minus_00_dot_03_bar__plus_00_dot_87_bar__plus_01_dot_05)
  (cleanable Fork_bar__minus_00_dot_07_bar__plus_00_dot_83_bar__plus_00_dot_40)
  (cleanable Fork_bar__plus_00_dot_06_bar__plus_00_dot_26_bar__plus_00_dot_39)
  (cleanable Kettle_bar__minus_00_dot_43_bar__plus_00_dot_94_bar__plus_00_dot_64)
  (cleanable Knife_bar__plus_00_dot_23_bar__plus_01_dot_64_bar__minus_01_dot_05)
  (cleanable Ladle_bar__plus_03_dot_09_bar__plus_00_dot_17_bar__minus_00_dot_49)
  (cleanable Ladle_bar__plus_00_dot_77_bar__plus_00_dot_63_bar__plus_00_dot_07)
  (cleanable Ladle_bar__minus_00_dot_29_bar__plus_00_dot_55_bar__plus_00_dot_55)
  (cleanable Lettuce_bar__minus_00_dot_93_bar__plus_00_dot_71_bar__plus_00_dot_11)
  (cleanable Mug_bar__plus_00_dot_62_bar__plus_01_dot_68_bar__minus_00_dot_07)
  (cleanable Mug_bar__plus_03_dot_42_bar__plus_01_dot_78_bar__minus_00_dot_47)
  (cleanable Pan_bar__plus_03_dot_38_bar__plus_00_dot_46_bar__plus_00_dot_10)
  (cleanable Pan_bar__plus_00_dot_55_bar__plus_00_dot_05_bar__minus_00_dot_96)
  (cleanable Pan_bar__minus_00_dot_41_bar__plus_01_dot_41_bar__plus_00_dot_86)
  (cleanable Plate_bar__plus_00_dot_78_bar__plus_01_dot_53_bar__minus_01_dot_46)
  (cleanable Plate_bar__plus_02_dot_44_bar__plus_00_dot_67_bar__plus_00_dot_30)
  (cleanable Pot_bar__minus_00_dot_45_bar__plus_00_dot_81_bar__minus_00_dot_92)
  (cleanable Pot_bar__plus_00_dot_92_bar__plus_00_dot_12_bar__minus_01_dot_21)
  (cleanable Potato_bar__minus_00_dot_69_bar__plus_01_dot_67_bar__plus_00_dot_28)
  (cleanable Potato_bar__plus_00_dot_16_bar__plus_01_dot_41_bar__minus_01_dot_14)
  (cleanable Potato_bar__plus_00_dot_87_bar__plus_01_dot_19_bar__plus_00_dot_48)
  (cleanable Spatula_bar__plus_03_dot_45_bar__plus_01_dot_39_bar__plus_00_dot_07)
  (cleanable Spatula_bar__plus_02_dot_98_bar__plus_00_dot_45_bar__minus_00_dot_55)
  (cleanable Spoon_bar__plus_02_dot_99_bar__plus_00_dot_20_bar__minus_00_dot_62)
  (cleanable Spoon_bar__plus_03_dot_37_bar__plus_00_dot_52_bar__minus_00_dot_34)
  (cleanable Tomato_bar__minus_01_dot_06_bar__plus_01_dot_17_bar__plus_00_dot_49)
  (cleanable Tomato_bar__minus_00_dot_82_bar__plus_00_dot_99_bar__plus_00_dot_60)
  (cleanable Tomato_bar__minus_00_dot_57_bar__plus_01_dot_70_bar__plus_00_dot_72)
  (heatable Apple_bar__plus_00_dot_78_bar__plus_01_dot_72_bar__minus_01_dot_14)
  (heatable Bread_bar__plus_01_dot_31_bar__plus_01_dot_75_bar__plus_00_dot_21)
  (heatable Bread_bar__plus_01_dot_20_bar__plus_01_dot_48_bar__plus_00_dot_11)
  (heatable Bread_bar__plus_00_dot_98_bar__plus_00_dot_59_bar__minus_00_dot_07)
  (heatable Cup_bar__plus_02_dot_38_bar__plus_00_dot_02_bar__minus_00_dot_87)
  (heatable Cup_bar__plus_02_dot_95_bar__plus_00_dot_92_bar__minus_00_dot_39)
  (heatable Cup_bar__minus_00_dot_55_bar__plus_00_dot_95_bar__plus_00_dot_21)
  (heatable Egg_bar__plus_03_dot_32_bar__plus_01_dot_78_bar__minus_00_dot_81)
  (heatable Egg_bar__minus_00_dot_73_bar__plus_01_dot_57_bar__plus_00_dot_35)
  (heatable Egg_bar__minus_00_dot_80_bar__plus_00_dot_02_bar__plus_00_dot_32)
  (heatable Mug_bar__plus_00_dot_62_bar__plus_01_dot_68_bar__minus_00_dot_07)
  (heatable Mug_bar__plus_03_dot_42_bar__plus_01_dot_78_bar__minus_00_dot_47)
  (heatable Plate_bar__plus_00_dot_78_bar__plus_01_dot_53_bar__minus_01_dot_46)
  (heatable Plate_bar__plus_02_dot_44_bar__plus_00_dot_67_bar__plus_00_dot_30)
  (heatable Potato_bar__minus_00_dot_69_bar__plus_01_dot_67_bar__plus_00_dot_28)
  (heatable Potato_bar__plus_00_dot_16_bar__plus_01_dot_41_bar__minus_01_dot_14)
  (heatable Potato_bar__plus_00_dot_87_bar__plus_01_dot_19_bar__plus_00_dot_48)
  (heatable Tomato_bar__minus_01_dot_06_bar__plus_01_dot_17_bar__plus_00_dot_49)
  (heatable Tomato_bar__minus_00_dot_82_bar__plus_00_dot_99_bar__plus_00_dot_60)
  (heatable Tomato_bar__minus_00_dot_57_bar__plus_01_dot_70_bar__plus_00_dot_72)
  (coolable Apple_bar__plus_00_dot_78_bar__plus_01_dot_72_bar__minus_01_dot_14)
  (coolable Bowl_bar__plus_03_dot_23_bar__plus_01_dot_56_bar__minus_00_dot_08)
  (coolable Bowl_bar__minus_00_dot_55_bar__plus_01_dot_75_bar__plus_00_dot_19)
  (coolable Bowl_bar__plus_00_dot_36_bar__plus_00_dot_01_bar__minus_01_dot_06)
  (coolable Bread_bar__plus_01_dot_31_bar__plus_01_dot_75_bar__plus_00_dot_21)
  (coolable Bread_bar__plus_01_dot_20_bar__plus_01_dot_48_bar__plus_00_dot_11)
  (coolable Bread_bar__plus_00_dot_98_bar__plus_00_dot_59_bar__minus_00_dot_07)
  (coolable Cup_bar__plus_02_dot_38_bar__plus_00_dot_02_bar__minus_00_dot_87)
  (coolable Cup_bar__plus_02_dot_95_bar__plus_00_dot_92_bar__minus_00_dot_39)
  (coolable Cup_bar__minus_00_dot_55_bar__plus_00_dot_95_bar__plus_00_dot_21)
  (coolable Egg_bar__plus_03_dot_32_bar__plus_01_dot_78_bar__minus_00_dot_81)
  (coolable Egg_bar__minus_00_dot_73_bar__plus_01_dot_57_bar__plus_00_dot_35)
  (coolable Egg_bar__minus_00_dot_80_bar__plus_00_dot_02_bar__plus_00_dot_32)
  (coolable Lettuce_bar__minus_00_dot_93_bar__plus_00_dot_71_bar__plus_00_dot_11)
  (coolable Mug_bar__plus_00_dot_62_bar__plus_01_dot_68_bar__minus_00_dot_07)
  (coolable Mug_bar__plus_03_dot_42_bar__plus_01_dot_78_bar__minus_00_dot_47)
  (coolable Pan_bar__plus_03_dot_38_bar__plus_00_dot_46_bar__plus_00_dot_10)
  (coolable Pan_bar__plus_00_dot_55_bar__plus_00_dot_05_bar__minus_00_dot_96)
  (coolable Pan_bar__minus_00_dot_41_bar__plus_01_dot_41_bar__plus_00_dot_86)
  (coolable Plate_bar__plus_00_dot_78_bar__plus_01_dot_53_bar__minus_01_dot_46)
  (coolable Plate_bar__plus_02_dot_44_bar__plus_00_dot_67_bar__plus_00_dot_30)
  (coolable Pot_bar__minus_00_dot_45_bar__plus_00_dot_81_bar__minus_00_dot_92)
  (coolable Pot_bar__plus_00_dot_92_bar__plus_00_dot_12_bar__minus_01_dot_21)
  (coolable Potato_bar__minus_00_dot_69_bar__plus_01_dot_67_bar__plus_00_dot_28)
  (coolable Potato_bar__plus_00_dot_16_bar__plus_01_dot_41_bar__minus_01_dot_14)
  (coolable Potato_bar__plus_00_dot_87_bar__plus_01_dot_19_bar__plus_00_dot_48)
  (coolable Tomato_bar__minus_01_dot_06_bar__plus_01_dot_17_bar__plus_00_dot_49)
  (coolable Tomato_bar__minus_00_dot_82_bar__plus_00_dot_99_bar__plus_00_dot_60)
  (coolable Tomato_bar__minus_00_dot_57_bar__plus_01_dot_70_bar__plus_00_dot_72)
  (sliceable Apple_bar__plus_00_dot_78_bar__plus_01_dot_72_bar__minus_01_dot_14)
  (sliceable Bread_bar__plus_01_dot_31_bar__plus_01_dot_75_bar__plus_00_dot_21)
  (sliceable Bread_bar__plus_01_dot_20_bar__plus_01_dot_48_bar__plus_00_dot_11)
  (sliceable Bread_bar__plus_00_dot_98_bar__plus_00_dot_59_bar__minus_00_dot_07)
  (sliceable Egg_bar__plus_03_dot_32_bar__plus_01_dot_78_bar__minus_00_dot_81)
  (sliceable Egg_bar__minus_00_dot_73_bar__plus_01_dot_57_bar__plus_00_dot_35)
  (sliceable Egg_bar__minus_00_dot_80_bar__plus_00_dot_02_bar__plus_00_dot_32)
  (sliceable Lettuce_bar__minus_00_dot_93_bar__plus_00_dot_71_bar__plus_00_dot_11)
  (sliceable Potato_bar__minus_00_dot_69_bar__plus_01_dot_67_bar__plus_00_dot_28)
  (sliceable Potato_bar__plus_00_dot_16_bar__plus_01_dot_41_bar__minus_01_dot_14)
  (sliceable Potato_bar__plus_00_dot_87_bar__plus_01_dot_19_bar__plus_00_dot_48)
  (sliceable Tomato_bar__minus_01_dot_06_bar__plus_01_dot_17_bar__plus_00_dot_49)
  (sliceable Tomato_bar__minus_00_dot_82_bar__plus_00_dot_99_bar__plus_00_dot_60)
  (sliceable Tomato_bar__minus_00_dot_57_bar__plus_01_dot_70_bar__plus_00_dot_72)
  (pickupable Apple_bar__plus_00_dot_78_bar__plus_01_dot_72_bar__minus_01_dot_14)
  (pickupable Bowl_bar__plus_03_dot_23_bar__plus_01_dot_56_bar__minus_00_dot_08)
  (pickupable Bowl_bar__minus_00_dot_55_bar__plus_01_dot_75_bar__plus_00_dot_19)
  (pickupable Bowl_bar__plus_00_dot_36_bar__plus_00_dot_01_bar__minus_01_dot_06)
  (pickupable Bread_bar__plus_01_dot_31_bar__plus_01_dot_75_bar__plus_00_dot_21)
  (pickupable Bread_bar__plus_01_dot_20_bar__plus_01_dot_48_bar__plus_00_dot_11)
  (pickupable Bread_bar__plus_00_dot_98_bar__plus_00_dot_59_bar__minus_00_dot_07)
  (pickupable ButterKnife_bar__plus_03_dot_46_bar__plus_00_dot_43_bar__minus_00_dot_79)
  (pickupable ButterKnife_bar__minus_00_dot_83_bar__plus_00_dot_05_bar__plus_00_dot_36)
  (pickupable ButterKnife_bar__minus_00_dot_38_bar__plus_01_dot_49_bar__plus_00_dot_56)
  (pickupable CellPhone_bar__plus_03_dot_14_bar__plus_00_dot_65_bar__minus_00_dot_38)
  (pickupable CellPhone_bar__plus_01_dot_09_bar__plus_00_dot_31_bar__plus_00_dot_18)
  (pickupable CellPhone_bar__minus_00_dot_24_bar__plus_00_dot_51_bar__plus_00_dot_49)
  (pickupable Cup_bar__plus_02_dot_38_bar__plus_00_dot_02_bar__minus_00_dot_87)
  (pickupable Cup_bar__plus_02_dot_95_bar__plus_00_dot_92_bar__minus_00_dot_39)
  (pickupable Cup_bar__minus_00_dot_55_bar__plus_00_dot_95_bar__plus_00_dot_21)
  (pickupable DishSponge_bar__plus_01_dot_13_bar__plus_01_dot_65_bar__minus_00_dot_31)
  (pickupable DishSponge_bar__minus_00_dot_33_bar__plus_00_dot_07_bar__minus_01_dot_32)
  (pickupable Egg_bar__plus_03_dot_32_bar__plus_01_dot_78_bar__minus_00_dot_81)
  (pickupable Egg_bar__minus_00_dot_73_bar__plus_01_dot_57_bar__plus_00_dot_35)
  (pickupable Egg_bar__minus_00_dot_80_bar__plus_00_dot_02_bar__plus_00_dot_32)
  (pickupable Fork_bar__minus_00_dot_03_bar__plus_00_dot_87_bar__plus_01_dot_05)
  (pickupable Fork_bar__minus_00_dot_07_bar__plus_00_dot_83_bar__plus_00_dot_40)
  (pickupable Fork_bar__plus_00_dot_06_bar__plus_00_dot_26_bar__plus_00_dot_39)
  (pickupable Glassbottle_bar__minus_00_dot_92_bar__plus_00_dot_22_bar__plus_00_dot_19)
  (pickupable Kettle_bar__minus_00_dot_43_bar__plus_00_dot_94_bar__plus_00_dot_64)
  (pickupable Knife_bar__plus_00_dot_23_bar__plus_01_dot_64_bar__minus_01_dot_05)
  (pickupable Ladle_bar__plus_03_dot_09_bar__plus_00_dot_17_bar__minus_00_dot_49)
  (pickupable Ladle_bar__plus_00_dot_77_bar__plus_00_dot_63_bar__plus_00_dot_07)
  (pickupable Ladle_bar__minus_00_dot_29_bar__plus_00_dot_55_bar__plus_00_dot_55)
  (pickupable Lettuce_bar__minus_00_dot_93_bar__plus_00_dot_71_bar__plus_00_dot_11)
  (pickupable Mug_bar__plus_00_dot_62_bar__plus_01_dot_68_bar__minus_00_dot_07)
  (pickupable Mug_bar__plus_03_dot_42_bar__plus_01_dot_78_bar__minus_00_dot_47)
  (pickupable Pan_bar__plus_03_dot_38_bar__plus_00_dot_46_bar__plus_00_dot_10)
  (pickupable Pan_bar__plus_00_dot_55_bar__plus_00_dot_05_bar__minus_00_dot_96)
  (pickupable Pan_bar__minus_00_dot_41_bar__plus_01_dot_41_bar__plus_00_dot_86)
  (pickupable PepperShaker_bar__plus_00_dot_38_bar__plus_00_dot_11_bar__plus_00_dot_40)
  (pickupable Plate_bar__plus_00_dot_78_bar__plus_01_dot_53_bar__minus_01_dot_46)
  (pickupable Plate_bar__plus_02_dot_44_bar__plus_00_dot_67_bar__plus_00_dot_30)
  (pickupable Pot_bar__minus_00_dot_45_bar__plus_00_dot_81_bar__minus_00_dot_92)
  (pickupable Pot_bar__plus_00_dot_92_bar__plus_00_dot_12_bar__minus_01_dot_21)
  (pickupable Potato_bar__minus_00_dot_69_bar__plus_01_dot_67_bar__plus_00_dot_28)
  (pickupable Potato_bar__plus_00_dot_16_bar__plus_01_dot_41_bar__minus_01_dot_14)
  (pickupable Potato_bar__plus_00_dot_87_bar__plus_01_dot_19_bar__plus_00_dot_48)
  (pickupable SaltShaker_bar__plus_00_dot_61_bar__plus_00_dot_18_bar__minus_00_dot_14)
  (pickupable SaltShaker_bar__plus_00_dot_38_bar__plus_01_dot_13_bar__minus_01_dot_72)
  (pickupable SaltShaker_bar__plus_00_dot_74_bar__plus_00_dot_36_bar__plus_00_dot_00)
  (pickupable SoapBottle_bar__plus_00_dot_68_bar__plus_00_dot_91_bar__minus_01_dot_19)
  (pickupable SoapBottle_bar__plus_00_dot_41_bar__plus_01_dot_63_bar__minus_01_dot_09)
  (pickupable Spatula_bar__plus_03_dot_45_bar__plus_01_dot_39_bar__plus_00_dot_07)
  (pickupable Spatula_bar__plus_02_dot_98_bar__plus_00_dot_45_bar__minus_00_dot_55)
  (pickupable Spoon_bar__plus_02_dot_99_bar__plus_00_dot_20_bar__minus_00_dot_62)
  (pickupable Spoon_bar__plus_03_dot_37_bar__plus_00_dot_52_bar__minus_00_dot_34)
  (pickupable Tomato_bar__minus_01_dot_06_bar__plus_01_dot_17_bar__plus_00_dot_49)
  (pickupable Tomato_bar__minus_00_dot_82_bar__plus_00_dot_99_bar__plus_00_dot_60)
  (pickupable Tomato_bar__minus_00_dot_57_bar__plus_01_dot_70_bar__plus_00_dot_72)
  (inReceptacleObject ButterKnife_bar__minus_00_dot_83_bar__plus_00_dot_05_bar__plus_00_dot_36 Cup_bar__minus_00_dot_55_bar__plus_00_dot_95_bar__plus_00_dot_21)
  (inReceptacle HousePlant_bar__plus_03_dot_00_bar__plus_00_dot_46_bar__minus_00_dot_36 CounterTop_bar__plus_03_dot_11_bar__plus_00_dot_94_bar__plus_00_dot_02)
  (inReceptacle Apple_bar__plus_00_dot_78_bar__plus_01_dot_72_bar__minus_01_dot_14 Fridge_bar__plus_01_dot_01_bar__plus_00_dot_03_bar__minus_01_dot_47)
  (inReceptacle Bowl_bar__plus_03_dot_23_bar__plus_01_dot_56_bar__minus_00_dot_08 Sink_bar__plus_03_dot_08_bar__plus_00_dot_89_bar__plus_00_dot_09_bar_SinkBasin)
  (inReceptacle Bowl_bar__minus_00_dot_55_bar__plus_01_dot_75_bar__plus_00_dot_19 CounterTop_bar__minus_01_dot_01_bar__plus_00_dot_94_bar__minus_00_dot_04)
  (inReceptacle Bowl_bar__plus_00_dot_36_bar__plus_00_dot_01_bar__minus_01_dot_06 Cabinet_bar__minus_00_dot_20_bar__plus_01_dot_96_bar__minus_01_dot_33)
  (inReceptacle Bread_bar__plus_01_dot_31_bar__plus_01_dot_75_bar__plus_00_dot_21 CounterTop_bar__plus_01_dot_21_bar__plus_00_dot_94_bar__plus_00_dot_46)
  (inReceptacle Bread_bar__plus_01_dot_20_bar__plus_01_dot_48_bar__plus_00_dot_11 CounterTop_bar__plus_01_dot_21_bar__plus_00_dot_94_bar__plus_00_dot_46)
  (inReceptacle Bread_bar__plus_00_dot_98_bar__plus_00_dot_59_bar__minus_00_dot_07 CounterTop_bar__plus_01_dot_21_bar__plus_00_dot_94_bar__plus_00_dot_46)
  (inReceptacle ButterKnife_bar__plus_03_dot_46_bar__plus_00_dot_43_bar__minus_00_dot_79 CounterTop_bar__plus_03_dot_11_bar__plus_00_dot_94_bar__plus_00_dot_02)
  (inReceptacle ButterKnife_bar__minus_00_dot_83_bar__plus_00_dot_05_bar__plus_00_dot_36 CounterTop_bar__minus_01_dot_01_bar__plus_00_dot_94_bar__minus_00_dot_04)
  (inReceptacle ButterKnife_bar__minus_00_dot_38_bar__plus_01_dot_49_bar__plus_00_dot_56 Drawer_bar__minus_00_dot_86_bar__plus_00_dot_77_bar__plus_00_dot_66)
  (inReceptacle CellPhone_bar__plus_03_dot_14_bar__plus_00_dot_65_bar__minus_00_dot_38 CounterTop_bar__plus_03_dot_11_bar__plus_00_dot_94_bar__plus_00_dot_02)
  (inReceptacle CellPhone_bar__plus_01_dot_09_bar__plus_00_dot_31_bar__plus_00_dot_18 CounterTop_bar__plus_01_dot_21_bar__plus_00_dot_94_bar__plus_00_dot_46)
  (inReceptacle CellPhone_bar__minus_00_dot_24_bar__plus_00_dot_51_bar__plus_00_dot_49 Drawer_bar__minus_00_dot_86_bar__plus_00_dot_39_bar__minus_00_dot_10)
  (inReceptacle Cup_bar__plus_02_dot_38_bar__plus_00_dot_02_bar__minus_00_dot_87 Cabinet_bar__plus_02_dot_82_bar__plus_01_dot_77_bar__minus_01_dot_85)
  (inReceptacle Cup_bar__plus_02_dot_95_bar__plus_00_dot_92_bar__minus_00_dot_39 CounterTop_bar__plus_03_dot_11_bar__plus_00_dot_94_bar__plus_00_dot_02)
  (inReceptacle Cup_bar__minus_00_dot_55_bar__plus_00_dot_95_bar__plus_00_dot_21 CounterTop_bar__minus_01_dot_01_bar__plus_00_dot_94_bar__minus_00_dot_04)
  (inReceptacle DishSponge_bar__plus_01_dot_13_bar__plus_01_dot_65_bar__minus_00_dot_31 GarbageCan_bar__plus_00_dot_60_bar__plus_01_dot_54_bar__minus_00_dot_02)
  (inReceptacle DishSponge_bar__minus_00_dot_33_bar__plus_00_dot_07_bar__minus_01_dot_32 Cabinet_bar__minus_00_dot_20_bar__plus_01_dot_96_bar__minus_01_dot_33)
  (inReceptacle Egg_bar__plus_03_dot_32_bar__plus_01_dot_78_bar__minus_00_dot_81 CounterTop_bar__plus_03_dot_11_bar__plus_00_dot_94_bar__plus_00_dot_02)
  (inReceptacle Egg_bar__minus_00_dot_73_bar__plus_01_dot_57_bar__plus_00_dot_35 CounterTop_bar__minus_01_dot_01_bar__plus_00_dot_94_bar__minus_00_dot_04)
  (inReceptacle Egg_bar__minus_00_dot_80_bar__plus_00_dot_02_bar__plus_00_dot_32 CounterTop_bar__minus_01_dot_01_bar__plus_00_dot_94_bar__minus_00_dot_04)
  (inReceptacle Fork_bar__minus_00_dot_03_bar__plus_00_dot_87_bar__plus_01_dot_05 Drawer_bar__minus_00_dot_86_bar__plus_00_dot_77_bar__plus_01_dot_43)
  (inReceptacle Fork_bar__minus_00_dot_07_bar__plus_00_dot_83_bar__plus_00_dot_40 Drawer_bar__minus_00_dot_86_bar__plus_00_dot_58_bar__plus_00_dot_66)
  (inReceptacle Fork_bar__plus_00_dot_06_bar__plus_00_dot_26_bar__plus_00_dot_39 Drawer_bar__minus_00_dot_86_bar__plus_00_dot_77_bar__plus_00_dot_66)
  (inReceptacle Glassbottle_bar__minus_00_dot_92_bar__plus_00_dot_22_bar__plus_00_dot_19 CounterTop_bar__minus_01_dot_01_bar__plus_00_dot_94_bar__minus_00_dot_04)
  (inReceptacle Kettle_bar__minus_00_dot_43_bar__plus_00_dot_94_bar__plus_00_dot_64 StoveBurner_bar__minus_00_dot_69_bar__plus_00_dot_15_bar__plus_00_dot_80)
  (inReceptacle Knife_bar__plus_00_dot_23_bar__plus_01_dot_64_bar__minus_01_dot_05 CounterTop_bar__plus_00_dot_09_bar__plus_00_dot_89_bar__minus_01_dot_52)
  (inReceptacle Ladle_bar__plus_03_dot_09_bar__plus_00_dot_17_bar__minus_00_dot_49 Sink_bar__plus_03_dot_08_bar__plus_00_dot_89_bar__plus_00_dot_09_bar_SinkBasin)
  (inReceptacle Ladle_bar__plus_00_dot_77_bar__plus_00_dot_63_bar__plus_00_dot_07 CounterTop_bar__plus_01_dot_21_bar__plus_00_dot_94_bar__plus_00_dot_46)
  (inReceptacle Ladle_bar__minus_00_dot_29_bar__plus_00_dot_55_bar__plus_00_dot_55 Drawer_bar__minus_00_dot_86_bar__plus_00_dot_58_bar__minus_00_dot_10)
  (inReceptacle Lettuce_bar__minus_00_dot_93_bar__plus_00_dot_71_bar__plus_00_dot_11 CounterTop_bar__minus_01_dot_01_bar__plus_00_dot_94_bar__minus_00_dot_04)
  (inReceptacle Mug_bar__plus_00_dot_62_bar__plus_01_dot_68_bar__minus_00_dot_07 CounterTop_bar__plus_01_dot_21_bar__plus_00_dot_94_bar__plus_00_dot_46)
  (inReceptacle Mug_bar__plus_03_dot_42_bar__plus_01_dot_78_bar__minus_00_dot_47 CounterTop_bar__plus_03_dot_11_bar__plus_00_dot_94_bar__plus_00_dot_02)
  (inReceptacle Pan_bar__plus_03_dot_38_bar__plus_00_dot_46_bar__plus_00_dot_10 Sink_bar__plus_03_dot_08_bar__plus_00_dot_89_bar__plus_00_dot_09_bar_SinkBasin)
  (inReceptacle Pan_bar__plus_00_dot_55_bar__plus_00_dot_05_bar__minus_00_dot_96 StoveBurner_bar__plus_00_dot_96_bar__plus_01_dot_51_bar__minus_00_dot_41)
  (inReceptacle Pan_bar__minus_00_dot_41_bar__plus_01_dot_41_bar__plus_00_dot_86 StoveBurner_bar__minus_00_dot_88_bar__plus_01_dot_27_bar__plus_00_dot_50)
  (inReceptacle PepperShaker_bar__plus_00_dot_38_bar__plus_00_dot_11_bar__plus_00_dot_40 Drawer_bar__minus_00_dot_86_bar__plus_00_dot_19_bar__plus_00_dot_66)
  (inReceptacle Plate_bar__plus_00_dot_78_bar__plus_01_dot_53_bar__minus_01_dot_46 Fridge_bar__plus_01_dot_01_bar__plus_00_dot_03_bar__minus_01_dot_47)
  (inReceptacle Plate_bar__plus_02_dot_44_bar__plus_00_dot_67_bar__plus_00_dot_30 Cabinet_bar__plus_02_dot_85_bar__plus_00_dot_42_bar__plus_00_dot_41)
  (inReceptacle Pot_bar__minus_00_dot_45_bar__plus_00_dot_81_bar__minus_00_dot_92 Cabinet_bar__minus_00_dot_71_bar__plus_01_dot_96_bar__minus_00_dot_82)
  (inReceptacle Pot_bar__plus_00_dot_92_bar__plus_00_dot_12_bar__minus_01_dot_21 Fridge_bar__plus_01_dot_01_bar__plus_00_dot_03_bar__minus_01_dot_47)
  (inReceptacle Potato_bar__minus_00_dot_69_bar__plus_01_dot_67_bar__plus_00_dot_28 CounterTop_bar__minus_01_dot_01_bar__plus_00_dot_94_bar__minus_00_dot_04)
  (inReceptacle Potato_bar__plus_00_dot_16_bar__plus_01_dot_41_bar__minus_01_dot_14 CounterTop_bar__plus_00_dot_09_bar__plus_00_dot_89_bar__minus_01_dot_52)
  (inReceptacle Potato_bar__plus_00_dot_87_bar__plus_01_dot_19_bar__plus_00_dot_48 CounterTop_bar__plus_01_dot_21_bar__plus_00_dot_94_bar__plus_00_dot_46)
  (inReceptacle SaltShaker_bar__plus_00_dot_61_bar__plus_00_dot_18_bar__minus_00_dot_14 CounterTop_bar__plus_01_dot_21_bar__plus_00_dot_94_bar__plus_00_dot_46)
  (inReceptacle SaltShaker_bar__plus_00_dot_38_bar__plus_01_dot_13_bar__minus_01_dot_72 Cabinet_bar__minus_00_dot_19_bar__plus_01_dot_67_bar__minus_01_dot_34)
  (inReceptacle SaltShaker_bar__plus_00_dot_74_bar__plus_00_dot_36_bar__plus_00_dot_00 CounterTop_bar__plus_01_dot_21_bar__plus_00_dot_94_bar__plus_00_dot_46)
  (inReceptacle SoapBottle_bar__plus_00_dot_68_bar__plus_00_dot_91_bar__minus_01_dot_19 Cabinet_bar__plus_00_dot_14_bar__plus_01_dot_67_bar__minus_01_dot_56)
  (inReceptacle SoapBottle_bar__plus_00_dot_41_bar__plus_01_dot_63_bar__minus_01_dot_09 Cabinet_bar__plus_00_dot_14_bar__plus_01_dot_67_bar__minus_01_dot_56)
  (inReceptacle Spatula_bar__plus_03_dot_45_bar__plus_01_dot_39_bar__plus_00_dot_07 Sink_bar__plus_03_dot_08_bar__plus_00_dot_89_bar__plus_00_dot_09_bar_SinkBasin)
  (inReceptacle Spatula_bar__plus_02_dot_98_bar__plus_00_dot_45_bar__minus_00_dot_55 CounterTop_bar__plus_03_dot_11_bar__plus_00_dot_94_bar__plus_00_dot_02)
  (inReceptacle Spoon_bar__plus_02_dot_99_bar__plus_00_dot_20_bar__minus_00_dot_62 CounterTop_bar__plus_03_dot_11_bar__plus_00_dot_94_bar__plus_00_dot_02)
  (inReceptacle Spoon_bar__plus_03_dot_37_bar__plus_00_dot_52_bar__minus_00_dot_34 CounterTop_bar__plus_03_dot_11_bar__plus_00_dot_94_bar__plus_00_dot_02)
  (inReceptacle Tomato_bar__minus_01_dot_06_bar__plus_01_dot_17_bar__plus_00_dot_49 CounterTop_bar__minus_01_dot_01_bar__plus_00_dot_94_bar__minus_00_dot_04)
  (inReceptacle Tomato_bar__minus_00_dot_82_bar__plus_00_dot_99_bar__plus_00_dot_60 CounterTop_bar__minus_01_dot_01_bar__plus_00_dot_94_bar__minus_00_dot_04)
  (inReceptacle Tomato_bar__minus_00_dot_57_bar__plus_01_dot_70_bar__plus_00_dot_72 CounterTop_bar__minus_01_dot_01_bar__plus_00_dot_94_bar__minus_00_dot_04)
  (receptacleAtLocation Cabinet_bar__plus_00_dot_14_bar__plus_01_dot_67_bar__minus_01_dot_56 loc_bar_2_bar__minus_3_bar_2_bar_0)
  (receptacleAtLocation Cabinet_bar__plus_00_dot_62_bar__plus_01_dot_87_bar__minus_01_dot_26 loc_bar_4_bar__minus_2_bar_2_bar_0)
  (receptacleAtLocation Cabinet_bar__plus_01_dot_26_bar__plus_00_dot_38_bar__minus_00_dot_34 loc_bar_8_bar__minus_1_bar_3_bar__minus_30)
  (receptacleAtLocation Cabinet_bar__plus_01_dot_40_bar__plus_01_dot_87_bar__minus_01_dot_26 loc_bar_4_bar__minus_2_bar_2_bar_0)
  (receptacleAtLocation Cabinet_bar__plus_02_dot_66_bar__plus_01_dot_32_bar__plus_00_dot_61 loc_bar_11_bar_5_bar_2_bar__minus_30)
  (receptacleAtLocation Cabinet_bar__plus_02_dot_82_bar__plus_01_dot_77_bar__minus_01_dot_05 loc_bar_9_bar__minus_5_bar_1_bar_0)
  (receptacleAtLocation Cabinet_bar__plus_02_dot_82_bar__plus_01_dot_77_bar__minus_01_dot_85 loc_bar_8_bar__minus_5_bar_1_bar_0)
  (receptacleAtLocation Cabinet_bar__plus_02_dot_85_bar__plus_00_dot_42_bar__plus_00_dot_41 loc_bar_8_bar_1_bar_1_bar_30)
  (receptacleAtLocation Cabinet_bar__plus_02_dot_85_bar__plus_00_dot_42_bar__minus_00_dot_61 loc_bar_8_bar_0_bar_1_bar_30)
  (receptacleAtLocation Cabinet_bar__plus_02_dot_85_bar__plus_00_dot_42_bar__minus_00_dot_96 loc_bar_8_bar__minus_5_bar_1_bar_30)
  (receptacleAtLocation Cabinet_bar__plus_03_dot_07_bar__plus_01_dot_67_bar__minus_00_dot_71 loc_bar_9_bar__minus_4_bar_1_bar_0)
  (receptacleAtLocation Cabinet_bar__minus_00_dot_19_bar__plus_01_dot_67_bar__minus_01_dot_34 loc_bar_1_bar__minus_3_bar_2_bar_0)
  (receptacleAtLocation Cabinet_bar__minus_00_dot_20_bar__plus_01_dot_96_bar__minus_01_dot_33 loc_bar_0_bar__minus_2_bar_2_bar__minus_30)
  (receptacleAtLocation Cabinet_bar__minus_00_dot_71_bar__plus_01_dot_96_bar__minus_00_dot_82 loc_bar_0_bar__minus_3_bar_3_bar__minus_30)
  (receptacleAtLocation Cabinet_bar__minus_00_dot_73_bar__plus_01_dot_29_bar__minus_00_dot_86 loc_bar_0_bar__minus_3_bar_3_bar__minus_30)
  (receptacleAtLocation Cabinet_bar__minus_00_dot_92_bar__plus_01_dot_67_bar__minus_00_dot_62 loc_bar__minus_1_bar__minus_2_bar_3_bar_0)
  (receptacleAtLocation CoffeeMachine_bar__plus_01_dot_98_bar__plus_00_dot_17_bar__minus_00_dot_75 loc_bar_9_bar__minus_5_bar_0_bar_30)
  (receptacleAtLocation CounterTop_bar__plus_00_dot_09_bar__plus_00_dot_89_bar__minus_01_dot_52 loc_bar_1_bar__minus_3_bar_2_bar_30)
  (receptacleAtLocation CounterTop_bar__plus_01_dot_21_bar__plus_00_dot_94_bar__plus_00_dot_46 loc_bar_4_bar__minus_2_bar_0_bar_30)
  (receptacleAtLocation CounterTop_bar__plus_03_dot_11_bar__plus_00_dot_94_bar__plus_00_dot_02 loc_bar_10_bar__minus_2_bar_1_bar_30)
  (receptacleAtLocation CounterTop_bar__minus_01_dot_01_bar__plus_00_dot_94_bar__minus_00_dot_04 loc_bar__minus_1_bar_2_bar_3_bar_30)
  (receptacleAtLocation Drawer_bar__plus_00_dot_38_bar__plus_00_dot_19_bar__minus_01_dot_51 loc_bar_0_bar__minus_1_bar_2_bar_30)
  (receptacleAtLocation Drawer_bar__plus_00_dot_38_bar__plus_00_dot_38_bar__minus_01_dot_51 loc_bar__minus_1_bar__minus_1_bar_2_bar_30)
  (receptacleAtLocation Drawer_bar__plus_00_dot_38_bar__plus_00_dot_57_bar__minus_01_dot_51 loc_bar_0_bar__minus_2_bar_2_bar_30)
  (receptacleAtLocation Drawer_bar__plus_00_dot_38_bar__plus_00_dot_77_bar__minus_01_dot_51 loc_bar_0_bar__minus_2_bar_2_bar_30)
  (receptacleAtLocation Drawer_bar__plus_02_dot_32_bar__plus_00_dot_83_bar__minus_01_dot_76 loc_bar_9_bar__minus_5_bar_2_bar_30)
  (receptacleAtLocation Drawer_bar__plus_03_dot_02_bar__plus_00_dot_77_bar__plus_00_dot_70 loc_bar_9_bar__minus_1_bar_0_bar_30)
  (receptacleAtLocation Drawer_bar__plus_03_dot_02_bar__plus_00_dot_77_bar__minus_00_dot_41 loc_bar_9_bar_2_bar_2_bar_30)
  (receptacleAtLocation Drawer_bar__plus_03_dot_02_bar__plus_00_dot_77_bar__minus_00_dot_78 loc_bar_9_bar_0_bar_2_bar_30)
  (receptacleAtLocation Drawer_bar__minus_00_dot_05_bar__plus_00_dot_19_bar__minus_01_dot_32 loc_bar_4_bar__minus_2_bar_3_bar_30)
  (receptacleAtLocation Drawer_bar__minus_00_dot_05_bar__plus_00_dot_38_bar__minus_01_dot_32 loc_bar_2_bar__minus_1_bar_2_bar_30)
  (receptacleAtLocation Drawer_bar__minus_00_dot_05_bar__plus_00_dot_57_bar__minus_01_dot_32 loc_bar_2_bar__minus_2_bar_2_bar_30)
  (receptacleAtLocation Drawer_bar__minus_00_dot_05_bar__plus_00_dot_77_bar__minus_01_dot_32 loc_bar_2_bar__minus_2_bar_2_bar_30)
  (receptacleAtLocation Drawer_bar__minus_00_dot_68_bar__plus_00_dot_19_bar__minus_00_dot_70 loc_bar_0_bar_2_bar_2_bar_30)
  (receptacleAtLocation Drawer_bar__minus_00_dot_68_bar__plus_00_dot_39_bar__minus_00_dot_70 loc_bar_0_bar_1_bar_2_bar_30)
  (receptacleAtLocation Drawer_bar__minus_00_dot_68_bar__plus_00_dot_58_bar__minus_00_dot_70 loc_bar_0_bar_1_bar_2_bar_30)
  (receptacleAtLocation Drawer_bar__minus_00_dot_68_bar__plus_00_dot_77_bar__minus_00_dot_70 loc_bar__minus_1_bar_1_bar_2_bar_30)
  (receptacleAtLocation Drawer_bar__minus_00_dot_86_bar__plus_00_dot_19_bar__plus_00_dot_66 loc_bar_0_bar__minus_2_bar_0_bar_30)
  (receptacleAtLocation Drawer_bar__minus_00_dot_86_bar__plus_00_dot_19_bar__plus_01_dot_43 loc_bar_0_bar_1_bar_0_bar_30)
  (receptacleAtLocation Drawer_bar__minus_00_dot_86_bar__plus_00_dot_19_bar__minus_00_dot_10 loc_bar_0_bar_4_bar_2_bar_30)
  (receptacleAtLocation Drawer_bar__minus_00_dot_86_bar__plus_00_dot_39_bar__plus_00_dot_66 loc_bar_0_bar__minus_2_bar_0_bar_30)
  (receptacleAtLocation Drawer_bar__minus_00_dot_86_bar__plus_00_dot_39_bar__plus_01_dot_43 loc_bar_0_bar_2_bar_0_bar_30)
  (receptacleAtLocation Drawer_bar__minus_00_dot_86_bar__plus_00_dot_39_bar__minus_00_dot_10 loc_bar_0_bar_4_bar_2_bar_30)
  (receptacleAtLocation Drawer_bar__minus_00_dot_86_bar__plus_00_dot_58_bar__plus_00_dot_66 loc_bar_0_bar__minus_2_bar_0_bar_30)
  (receptacleAtLocation Drawer_bar__minus_00_dot_86_bar__plus_00_dot_58_bar__plus_01_dot_43 loc_bar_0_bar_1_bar_0_bar_30)
  (receptacleAtLocation Drawer_bar__minus_00_dot_86_bar__plus_00_dot_58_bar__minus_00_dot_10 loc_bar_0_bar_4_bar_2_bar_30)
  (receptacleAtLocation Drawer_bar__minus_00_dot_86_bar__plus_00_dot_77_bar__plus_00_dot_66 loc_bar__minus_1_bar__minus_1_bar_0_bar_30)
  (receptacleAtLocation Drawer_bar__minus_00_dot_86_bar__plus_00_dot_77_bar__plus_01_dot_43 loc_bar__minus_1_bar_2_bar_0_bar_30)
  (receptacleAtLocation Drawer_bar__minus_00_dot_86_bar__plus_00_dot_77_bar__minus_00_dot_10 loc_bar__minus_1_bar_3_bar_2_bar_30)
  (receptacleAtLocation Fridge_bar__plus_01_dot_01_bar__plus_00_dot_03_bar__minus_01_dot_47 loc_bar_4_bar__minus_2_bar_2_bar_30)
  (receptacleAtLocation GarbageCan_bar__plus_00_dot_60_bar__plus_01_dot_54_bar__minus_00_dot_02 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (receptacleAtLocation Microwave_bar__minus_01_dot_03_bar__plus_00_dot_89_bar__plus_01_dot_43 loc_bar__minus_1_bar_5_bar_3_bar_30)
  (receptacleAtLocation Sink_bar__plus_03_dot_08_bar__plus_00_dot_89_bar__plus_00_dot_09_bar_SinkBasin loc_bar_10_bar__minus_1_bar_1_bar_30)
  (receptacleAtLocation StoveBurner_bar__plus_00_dot_67_bar__plus_01_dot_74_bar__minus_00_dot_78 loc_bar_0_bar__minus_3_bar_1_bar_60)
  (receptacleAtLocation StoveBurner_bar__plus_00_dot_96_bar__plus_01_dot_51_bar__minus_00_dot_41 loc_bar_0_bar__minus_3_bar_1_bar_45)
  (receptacleAtLocation StoveBurner_bar__minus_00_dot_69_bar__plus_00_dot_15_bar__plus_00_dot_80 loc_bar_0_bar_3_bar_3_bar_60)
  (receptacleAtLocation StoveBurner_bar__minus_00_dot_88_bar__plus_01_dot_27_bar__plus_00_dot_50 loc_bar_0_bar_3_bar_3_bar_45)
  (receptacleAtLocation Toaster_bar__plus_00_dot_76_bar__plus_00_dot_35_bar__plus_01_dot_08 loc_bar_0_bar_5_bar_1_bar_30)
  (objectAtLocation HousePlant_bar__plus_03_dot_00_bar__plus_00_dot_46_bar__minus_00_dot_36 loc_bar_10_bar__minus_2_bar_1_bar_30)
  (objectAtLocation LightSwitch_bar__plus_01_dot_48_bar__plus_01_dot_44_bar__minus_00_dot_12 loc_bar_8_bar_1_bar_3_bar_30)
  (objectAtLocation Mirror_bar__plus_01_dot_41_bar__plus_01_dot_38_bar__plus_00_dot_10 loc_bar_2_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Sink_bar__plus_03_dot_08_bar__plus_00_dot_89_bar__plus_00_dot_09 loc_bar_10_bar__minus_1_bar_1_bar_30)
  (objectAtLocation StoveKnob_bar__minus_00_dot_62_bar__plus_01_dot_09_bar__plus_00_dot_33 loc_bar__minus_1_bar_2_bar_3_bar_30)
  (objectAtLocation StoveKnob_bar__plus_02_dot_12_bar__plus_01_dot_12_bar__plus_00_dot_38 loc_bar_9_bar__minus_2_bar_0_bar_30)
  (objectAtLocation StoveKnob_bar__plus_02_dot_32_bar__plus_00_dot_21_bar__minus_00_dot_92 loc_bar_9_bar__minus_2_bar_2_bar_30)
  (objectAtLocation StoveKnob_bar__plus_02_dot_58_bar__plus_00_dot_60_bar__minus_00_dot_10 loc_bar_8_bar_1_bar_1_bar_30)
  (objectAtLocation Window_bar__plus_02_dot_17_bar__plus_00_dot_56_bar__plus_00_dot_29 loc_bar_10_bar_2_bar_3_bar_30)
  (objectAtLocation Window_bar__plus_01_dot_19_bar__plus_00_dot_85_bar__minus_00_dot_14 loc_bar_8_bar_0_bar_3_bar_30)
  (objectAtLocation Apple_bar__plus_00_dot_78_bar__plus_01_dot_72_bar__minus_01_dot_14 loc_bar_4_bar__minus_2_bar_2_bar_30)
  (objectAtLocation Bowl_bar__plus_03_dot_23_bar__plus_01_dot_56_bar__minus_00_dot_08 loc_bar_10_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Bowl_bar__minus_00_dot_55_bar__plus_01_dot_75_bar__plus_00_dot_19 loc_bar__minus_1_bar_2_bar_3_bar_30)
  (objectAtLocation Bowl_bar__plus_00_dot_36_bar__plus_00_dot_01_bar__minus_01_dot_06 loc_bar_0_bar__minus_2_bar_2_bar__minus_30)
  (objectAtLocation Bread_bar__plus_01_dot_31_bar__plus_01_dot_75_bar__plus_00_dot_21 loc_bar_4_bar__minus_2_bar_0_bar_30)
  (objectAtLocation Bread_bar__plus_01_dot_20_bar__plus_01_dot_48_bar__plus_00_dot_11 loc_bar_4_bar__minus_2_bar_0_bar_30)
  (objectAtLocation Bread_bar__plus_00_dot_98_bar__plus_00_dot_59_bar__minus_00_dot_07 loc_bar_4_bar__minus_2_bar_0_bar_30)
  (objectAtLocation ButterKnife_bar__plus_03_dot_46_bar__plus_00_dot_43_bar__minus_00_dot_79 loc_bar_10_bar__minus_2_bar_1_bar_30)
  (objectAtLocation ButterKnife_bar__minus_00_dot_83_bar__plus_00_dot_05_bar__plus_00_dot_36 loc_bar__minus_1_bar_2_bar_3_bar_30)
  (objectAtLocation ButterKnife_bar__minus_00_dot_38_bar__plus_01_dot_49_bar__plus_00_dot_56 loc_bar__minus_1_bar__minus_1_bar_0_bar_30)
  (objectAtLocation CellPhone_bar__plus_03_dot_14_bar__plus_00_dot_65_bar__minus_00_dot_38 loc_bar_10_bar__minus_2_bar_1_bar_30)
  (objectAtLocation CellPhone_bar__plus_01_dot_09_bar__plus_00_dot_31_bar__plus_00_dot_18 loc_bar_4_bar__minus_2_bar_0_bar_30)
  (objectAtLocation CellPhone_bar__minus_00_dot_24_bar__plus_00_dot_51_bar__plus_00_dot_49 loc_bar_0_bar_4_bar_2_bar_30)
  (objectAtLocation Cup_bar__plus_02_dot_38_bar__plus_00_dot_02_bar__minus_00_dot_87 loc_bar_8_bar__minus_5_bar_1_bar_0)
  (objectAtLocation Cup_bar__plus_02_dot_95_bar__plus_00_dot_92_bar__minus_00_dot_39 loc_bar_10_bar__minus_2_bar_1_bar_30)
  (objectAtLocation Cup_bar__minus_00_dot_55_bar__plus_00_dot_95_bar__plus_00_dot_21 loc_bar__minus_1_bar_2_bar_3_bar_30)
  (objectAtLocation DishSponge_bar__plus_01_dot_13_bar__plus_01_dot_65_bar__minus_00_dot_31 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation DishSponge_bar__minus_00_dot_33_bar__plus_00_dot_07_bar__minus_01_dot_32 loc_bar_0_bar__minus_2_bar_2_bar__minus_30)
  (objectAtLocation Egg_bar__plus_03_dot_32_bar__plus_01_dot_78_bar__minus_00_dot_81 loc_bar_10_bar__minus_2_bar_1_bar_30)
  (objectAtLocation Egg_bar__minus_00_dot_73_bar__plus_01_dot_57_bar__plus_00_dot_35 loc_bar__minus_1_bar_2_bar_3_bar_30)
  (objectAtLocation Egg_bar__minus_00_dot_80_bar__plus_00_dot_02_bar__plus_00_dot_32 loc_bar__minus_1_bar_2_bar_3_bar_30)
  (objectAtLocation Fork_bar__minus_00_dot_03_bar__plus_00_dot_87_bar__plus_01_dot_05 loc_bar__minus_1_bar_2_bar_0_bar_30)
  (objectAtLocation Fork_bar__minus_00_dot_07_bar__plus_00_dot_83_bar__plus_00_dot_40 loc_bar_0_bar__minus_2_bar_0_bar_30)
  (objectAtLocation Fork_bar__plus_00_dot_06_bar__plus_00_dot_26_bar__plus_00_dot_39 loc_bar__minus_1_bar__minus_1_bar_0_bar_30)
  (objectAtLocation Glassbottle_bar__minus_00_dot_92_bar__plus_00_dot_22_bar__plus_00_dot_19 loc_bar__minus_1_bar_2_bar_3_bar_30)
  (objectAtLocation Kettle_bar__minus_00_dot_43_bar__plus_00_dot_94_bar__plus_00_dot_64 loc_bar_0_bar_3_bar_3_bar_60)
  (objectAtLocation Knife_bar__plus_00_dot_23_bar__plus_01_dot_64_bar__minus_01_dot_05 loc_bar_1_bar__minus_3_bar_2_bar_30)
  (objectAtLocation Ladle_bar__plus_03_dot_09_bar__plus_00_dot_17_bar__minus_00_dot_49 loc_bar_10_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Ladle_bar__plus_00_dot_77_bar__plus_00_dot_63_bar__plus_00_dot_07 loc_bar_4_bar__minus_2_bar_0_bar_30)
  (objectAtLocation Ladle_bar__minus_00_dot_29_bar__plus_00_dot_55_bar__plus_00_dot_55 loc_bar_0_bar_4_bar_2_bar_30)
  (objectAtLocation Lettuce_bar__minus_00_dot_93_bar__plus_00_dot_71_bar__plus_00_dot_11 loc_bar__minus_1_bar_2_bar_3_bar_30)
  (objectAtLocation Mug_bar__plus_00_dot_62_bar__plus_01_dot_68_bar__minus_00_dot_07 loc_bar_4_bar__minus_2_bar_0_bar_30)
  (objectAtLocation Mug_bar__plus_03_dot_42_bar__plus_01_dot_78_bar__minus_00_dot_47 loc_bar_10_bar__minus_2_bar_1_bar_30)
  (objectAtLocation Pan_bar__plus_03_dot_38_bar__plus_00_dot_46_bar__plus_00_dot_10 loc_bar_10_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Pan_bar__plus_00_dot_55_bar__plus_00_dot_05_bar__minus_00_dot_96 loc_bar_0_bar__minus_3_bar_1_bar_45)
  (objectAtLocation Pan_bar__minus_00_dot_41_bar__plus_01_dot_41_bar__plus_00_dot_86 loc_bar_0_bar_3_bar_3_bar_45)
  (objectAtLocation PepperShaker_bar__plus_00_dot_38_bar__plus_00_dot_11_bar__plus_00_dot_40 loc_bar_0_bar__minus_2_bar_0_bar_30)
  (objectAtLocation Plate_bar__plus_00_dot_78_bar__plus_01_dot_53_bar__minus_01_dot_46 loc_bar_4_bar__minus_2_bar_2_bar_30)
  (objectAtLocation Plate_bar__plus_02_dot_44_bar__plus_00_dot_67_bar__plus_00_dot_30 loc_bar_8_bar_1_bar_1_bar_30)
  (objectAtLocation Pot_bar__minus_00_dot_45_bar__plus_00_dot_81_bar__minus_00_dot_92 loc_bar_0_bar__minus_3_bar_3_bar__minus_30)
  (objectAtLocation Pot_bar__plus_00_dot_92_bar__plus_00_dot_12_bar__minus_01_dot_21 loc_bar_4_bar__minus_2_bar_2_bar_30)
  (objectAtLocation Potato_bar__minus_00_dot_69_bar__plus_01_dot_67_bar__plus_00_dot_28 loc_bar__minus_1_bar_2_bar_3_bar_30)
  (objectAtLocation Potato_bar__plus_00_dot_16_bar__plus_01_dot_41_bar__minus_01_dot_14 loc_bar_1_bar__minus_3_bar_2_bar_30)
  (objectAtLocation Potato_bar__plus_00_dot_87_bar__plus_01_dot_19_bar__plus_00_dot_48 loc_bar_4_bar__minus_2_bar_0_bar_30)
  (objectAtLocation SaltShaker_bar__plus_00_dot_61_bar__plus_00_dot_18_bar__minus_00_dot_14 loc_bar_4_bar__minus_2_bar_0_bar_30)
  (objectAtLocation SaltShaker_bar__plus_00_dot_38_bar__plus_01_dot_13_bar__minus_01_dot_72 loc_bar_1_bar__minus_3_bar_2_bar_0)
  (objectAtLocation SaltShaker_bar__plus_00_dot_74_bar__plus_00_dot_36_bar__plus_00_dot_00 loc_bar_4_bar__minus_2_bar_0_bar_30)
  (objectAtLocation SoapBottle_bar__plus_00_dot_68_bar__plus_00_dot_91_bar__minus_01_dot_19 loc_bar_2_bar__minus_3_bar_2_bar_0)
  (objectAtLocation SoapBottle_bar__plus_00_dot_41_bar__plus_01_dot_63_bar__minus_01_dot_09 loc_bar_2_bar__minus_3_bar_2_bar_0)
  (objectAtLocation Spatula_bar__plus_03_dot_45_bar__plus_01_dot_39_bar__plus_00_dot_07 loc_bar_10_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Spatula_bar__plus_02_dot_98_bar__plus_00_dot_45_bar__minus_00_dot_55 loc_bar_10_bar__minus_2_bar_1_bar_30)
  (objectAtLocation Spoon_bar__plus_02_dot_99_bar__plus_00_dot_20_bar__minus_00_dot_62 loc_bar_10_bar__minus_2_bar_1_bar_30)
  (objectAtLocation Spoon_bar__plus_03_dot_37_bar__plus_00_dot_52_bar__minus_00_dot_34 loc_bar_10_bar__minus_2_bar_1_bar_30)
  (objectAtLocation Tomato_bar__minus_01_dot_06_bar__plus_01_dot_17_bar__plus_00_dot_49 loc_bar__minus_1_bar_2_bar_3_bar_30)
  (objectAtLocation Tomato_bar__minus_00_dot_82_bar__plus_00_dot_99_bar__plus_00_dot_60 loc_bar__minus_1_bar_2_bar_3_bar_30)
  (objectAtLocation Tomato_bar__minus_00_dot_57_bar__plus_01_dot_70_bar__plus_00_dot_72 loc_bar__minus_1_bar_2_bar_3_bar_30)
  )

        (:goal
            (and
                (exists (?r - receptacle)
                    (exists (?o - object)
                        (and
                            (coolable ?o)
                            (objectType ?o AppleType)
                            (receptacleType ?r CounterTopType)
                            (isCool ?o)
                            (inReceptacle ?o ?r)
                        )
                    )
                )
            )
        )
    )
    