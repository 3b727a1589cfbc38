
(define (problem plan_trial_T21260101_000300_964888)
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
  Chair_bar__plus_01_dot_90_bar__plus_01_dot_46_bar__plus_04_dot_27 - object
  Chair_bar__plus_02_dot_09_bar__plus_00_dot_44_bar__plus_03_dot_81 - object
  HousePlant_bar__minus_00_dot_60_bar__plus_00_dot_03_bar__plus_02_dot_17 - object
  LightSwitch_bar__plus_00_dot_25_bar__plus_00_dot_65_bar__plus_00_dot_22 - object
  Sink_bar__minus_00_dot_72_bar__plus_01_dot_02_bar__plus_01_dot_33 - object
  StoveKnob_bar__minus_00_dot_13_bar__plus_00_dot_77_bar__plus_00_dot_78 - object
  StoveKnob_bar__minus_00_dot_12_bar__plus_01_dot_17_bar__plus_00_dot_96 - object
  StoveKnob_bar__plus_00_dot_17_bar__plus_00_dot_10_bar__plus_03_dot_32 - object
  StoveKnob_bar__plus_00_dot_31_bar__plus_01_dot_23_bar__plus_02_dot_31 - object
  Window_bar__plus_00_dot_50_bar__plus_00_dot_00_bar__minus_02_dot_20 - object
  Window_bar__plus_01_dot_90_bar__plus_01_dot_23_bar__minus_00_dot_05 - object
  Apple_bar__minus_00_dot_59_bar__plus_00_dot_21_bar__minus_00_dot_06 - object
  Apple_bar__minus_00_dot_61_bar__plus_00_dot_76_bar__plus_01_dot_31 - object
  Apple_bar__minus_00_dot_89_bar__plus_01_dot_55_bar__minus_00_dot_63 - object
  Bowl_bar__plus_02_dot_17_bar__plus_00_dot_33_bar__minus_00_dot_37 - object
  Bowl_bar__plus_02_dot_15_bar__plus_01_dot_27_bar__minus_00_dot_90 - object
  Bowl_bar__plus_01_dot_82_bar__plus_00_dot_79_bar__minus_00_dot_22 - object
  Bread_bar__plus_03_dot_12_bar__plus_01_dot_28_bar__minus_00_dot_69 - object
  ButterKnife_bar__plus_02_dot_85_bar__plus_01_dot_12_bar__minus_00_dot_56 - object
  ButterKnife_bar__plus_02_dot_84_bar__plus_01_dot_18_bar__minus_00_dot_65 - object
  Cup_bar__plus_02_dot_57_bar__plus_00_dot_28_bar__plus_03_dot_35 - object
  Cup_bar__minus_00_dot_77_bar__plus_00_dot_61_bar__plus_01_dot_12 - object
  Cup_bar__plus_02_dot_75_bar__plus_00_dot_23_bar__minus_00_dot_43 - object
  DishSponge_bar__plus_02_dot_83_bar__plus_01_dot_73_bar__minus_00_dot_69 - object
  Egg_bar__minus_00_dot_32_bar__plus_00_dot_95_bar__plus_01_dot_87 - object
  Fork_bar__plus_02_dot_34_bar__plus_00_dot_28_bar__minus_00_dot_15 - object
  Fork_bar__minus_00_dot_52_bar__plus_00_dot_47_bar__plus_01_dot_85 - object
  Glassbottle_bar__minus_00_dot_49_bar__plus_01_dot_24_bar__plus_02_dot_03 - object
  Glassbottle_bar__plus_01_dot_38_bar__plus_00_dot_19_bar__minus_01_dot_26 - object
  Knife_bar__plus_02_dot_48_bar__plus_01_dot_72_bar__plus_03_dot_39 - object
  Knife_bar__minus_00_dot_40_bar__plus_00_dot_98_bar__plus_01_dot_99 - object
  Knife_bar__plus_02_dot_66_bar__plus_00_dot_12_bar__minus_00_dot_52 - object
  Ladle_bar__plus_02_dot_14_bar__plus_00_dot_51_bar__plus_03_dot_53 - object
  Lettuce_bar__plus_02_dot_94_bar__plus_01_dot_58_bar__minus_00_dot_83 - object
  Mug_bar__plus_02_dot_66_bar__plus_00_dot_48_bar__minus_00_dot_55 - object
  Mug_bar__plus_02_dot_46_bar__plus_01_dot_73_bar__plus_03_dot_33 - object
  Pan_bar__plus_02_dot_36_bar__plus_00_dot_11_bar__plus_03_dot_61 - object
  PaperTowelRoll_bar__minus_00_dot_98_bar__plus_01_dot_22_bar__plus_02_dot_64 - object
  PepperShaker_bar__plus_02_dot_72_bar__plus_00_dot_35_bar__plus_03_dot_62 - object
  PepperShaker_bar__minus_00_dot_47_bar__plus_01_dot_48_bar__plus_00_dot_23 - object
  Plate_bar__plus_02_dot_48_bar__plus_01_dot_16_bar__minus_01_dot_97 - object
  Pot_bar__plus_01_dot_64_bar__plus_00_dot_65_bar__minus_01_dot_03 - object
  Potato_bar__plus_01_dot_03_bar__plus_01_dot_75_bar__plus_02_dot_41 - object
  Potato_bar__plus_02_dot_58_bar__plus_00_dot_54_bar__minus_00_dot_69 - object
  SaltShaker_bar__minus_00_dot_14_bar__plus_00_dot_95_bar__plus_02_dot_49 - object
  SoapBottle_bar__minus_00_dot_67_bar__plus_01_dot_62_bar__plus_02_dot_65 - object
  SoapBottle_bar__minus_00_dot_90_bar__plus_01_dot_11_bar__plus_01_dot_38 - object
  Spatula_bar__minus_00_dot_99_bar__plus_00_dot_25_bar__plus_02_dot_29 - object
  Spoon_bar__minus_00_dot_32_bar__plus_00_dot_61_bar__plus_01_dot_84 - object
  Spoon_bar__plus_02_dot_73_bar__plus_00_dot_55_bar__plus_00_dot_36 - object
  Spoon_bar__plus_01_dot_91_bar__plus_01_dot_66_bar__plus_02_dot_74 - object
  Tomato_bar__plus_03_dot_24_bar__plus_00_dot_55_bar__minus_00_dot_81 - object
  Tomato_bar__minus_00_dot_70_bar__plus_01_dot_38_bar__minus_00_dot_55 - object
  Tomato_bar__minus_00_dot_44_bar__plus_00_dot_23_bar__plus_02_dot_05 - object
  WineBottle_bar__plus_02_dot_20_bar__plus_00_dot_54_bar__plus_00_dot_40 - object
  Cabinet_bar__plus_01_dot_14_bar__plus_00_dot_39_bar__minus_01_dot_36 - receptacle
  Cabinet_bar__plus_01_dot_14_bar__plus_02_dot_23_bar__minus_01_dot_71 - receptacle
  Cabinet_bar__plus_01_dot_50_bar__plus_02_dot_48_bar__minus_01_dot_71 - receptacle
  Cabinet_bar__plus_01_dot_60_bar__plus_01_dot_41_bar__plus_03_dot_72 - receptacle
  Cabinet_bar__plus_02_dot_39_bar__plus_02_dot_48_bar__minus_01_dot_71 - receptacle
  Cabinet_bar__plus_02_dot_47_bar__plus_00_dot_38_bar__minus_00_dot_48 - receptacle
  Cabinet_bar__plus_02_dot_47_bar__plus_00_dot_38_bar__minus_00_dot_49 - receptacle
  Cabinet_bar__plus_02_dot_47_bar__plus_00_dot_38_bar__minus_01_dot_34 - receptacle
  Cabinet_bar__plus_02_dot_47_bar__plus_00_dot_47_bar__plus_00_dot_37 - receptacle
  Cabinet_bar__plus_02_dot_73_bar__plus_02_dot_23_bar__minus_01_dot_71 - receptacle
  Cabinet_bar__plus_02_dot_75_bar__plus_02_dot_22_bar__plus_00_dot_02 - receptacle
  Cabinet_bar__plus_02_dot_75_bar__plus_02_dot_22_bar__minus_00_dot_83 - receptacle
  Cabinet_bar__plus_02_dot_75_bar__plus_02_dot_22_bar__minus_00_dot_84 - receptacle
  Cabinet_bar__plus_02_dot_75_bar__plus_02_dot_22_bar__minus_01_dot_69 - receptacle
  Cabinet_bar__minus_00_dot_36_bar__plus_00_dot_38_bar__plus_00_dot_27 - receptacle
  Cabinet_bar__minus_00_dot_36_bar__plus_00_dot_38_bar__plus_01_dot_71 - receptacle
  Cabinet_bar__minus_00_dot_36_bar__plus_00_dot_38_bar__plus_02_dot_63 - receptacle
  Cabinet_bar__minus_00_dot_47_bar__plus_00_dot_06_bar__plus_02_dot_63 - receptacle
  Cabinet_bar__minus_00_dot_66_bar__plus_02_dot_23_bar__plus_00_dot_59 - receptacle
  Cabinet_bar__minus_00_dot_82_bar__plus_02_dot_22_bar__plus_00_dot_62 - receptacle
  Cabinet_bar__minus_00_dot_82_bar__plus_02_dot_22_bar__plus_01_dot_60 - receptacle
  Cabinet_bar__minus_00_dot_82_bar__plus_02_dot_22_bar__plus_01_dot_62 - receptacle
  Cabinet_bar__minus_00_dot_82_bar__plus_02_dot_22_bar__plus_02_dot_61 - receptacle
  CoffeeMachine_bar__plus_01_dot_15_bar__plus_00_dot_06_bar__plus_04_dot_80 - receptacle
  CounterTop_bar__plus_02_dot_81_bar__plus_00_dot_99_bar__plus_00_dot_68 - receptacle
  CounterTop_bar__minus_00_dot_81_bar__plus_01_dot_06_bar__plus_02_dot_19 - receptacle
  DiningTable_bar__plus_02_dot_45_bar__plus_00_dot_67_bar__plus_03_dot_98 - receptacle
  Drawer_bar__plus_01_dot_35_bar__plus_00_dot_84_bar__minus_01_dot_54 - receptacle
  Drawer_bar__plus_01_dot_65_bar__plus_00_dot_83_bar__plus_01_dot_67 - receptacle
  Drawer_bar__plus_01_dot_82_bar__plus_01_dot_45_bar__minus_00_dot_40 - receptacle
  Drawer_bar__plus_01_dot_94_bar__plus_00_dot_83_bar__plus_01_dot_35 - receptacle
  Drawer_bar__plus_02_dot_23_bar__plus_00_dot_83_bar__plus_01_dot_04 - receptacle
  Drawer_bar__plus_02_dot_41_bar__plus_01_dot_66_bar__plus_02_dot_35 - receptacle
  Drawer_bar__plus_02_dot_52_bar__plus_00_dot_83_bar__plus_00_dot_72 - receptacle
  Drawer_bar__plus_02_dot_69_bar__plus_00_dot_83_bar__plus_00_dot_16 - receptacle
  Drawer_bar__plus_02_dot_69_bar__plus_00_dot_83_bar__minus_00_dot_27 - receptacle
  Drawer_bar__plus_02_dot_69_bar__plus_00_dot_83_bar__minus_00_dot_70 - receptacle
  Drawer_bar__plus_02_dot_69_bar__plus_00_dot_83_bar__minus_01_dot_13 - receptacle
  Drawer_bar__minus_00_dot_64_bar__plus_00_dot_83_bar__plus_00_dot_62 - receptacle
  Drawer_bar__minus_00_dot_64_bar__plus_00_dot_83_bar__plus_01_dot_95 - receptacle
  Drawer_bar__minus_00_dot_64_bar__plus_00_dot_83_bar__plus_02_dot_42 - receptacle
  Fridge_bar__minus_00_dot_91_bar__plus_00_dot_00_bar__minus_00_dot_41 - receptacle
  GarbageCan_bar__plus_00_dot_62_bar__plus_00_dot_84_bar__plus_02_dot_57 - receptacle
  Microwave_bar__plus_01_dot_94_bar__plus_01_dot_75_bar__minus_01_dot_83 - receptacle
  Sink_bar__minus_00_dot_72_bar__plus_01_dot_02_bar__plus_01_dot_33_bar_SinkBasin - receptacle
  StoveBurner_bar__plus_00_dot_52_bar__plus_00_dot_30_bar__plus_00_dot_17 - receptacle
  StoveBurner_bar__plus_00_dot_71_bar__plus_01_dot_22_bar__plus_00_dot_00 - receptacle
  StoveBurner_bar__plus_00_dot_87_bar__plus_01_dot_30_bar__plus_01_dot_58 - receptacle
  StoveBurner_bar__plus_01_dot_01_bar__plus_00_dot_89_bar__plus_01_dot_69 - receptacle
  Toaster_bar__minus_00_dot_75_bar__plus_00_dot_52_bar__plus_02_dot_23 - receptacle
  loc_bar__minus_2_bar_15_bar_1_bar_30 - location
  loc_bar_0_bar__minus_1_bar_3_bar_0 - location
  loc_bar_0_bar_10_bar_3_bar__minus_30 - location
  loc_bar_0_bar_1_bar_3_bar__minus_30 - location
  loc_bar_0_bar_3_bar_3_bar__minus_30 - location
  loc_bar_0_bar_5_bar_3_bar__minus_30 - location
  loc_bar_0_bar_6_bar_3_bar_30 - location
  loc_bar_0_bar_7_bar_3_bar__minus_30 - location
  loc_bar_0_bar_9_bar_3_bar_30 - location
  loc_bar_10_bar_12_bar_0_bar_30 - location
  loc_bar_1_bar_16_bar_2_bar_30 - location
  loc_bar_1_bar_6_bar_2_bar_30 - location
  loc_bar_1_bar_8_bar_0_bar_30 - location
  loc_bar_2_bar__minus_1_bar_0_bar_30 - location
  loc_bar_2_bar__minus_5_bar_2_bar_30 - location
  loc_bar_2_bar_11_bar_3_bar_30 - location
  loc_bar_2_bar_2_bar_3_bar_30 - location
  loc_bar_2_bar_3_bar_2_bar_45 - location
  loc_bar_2_bar_3_bar_2_bar_60 - location
  loc_bar_2_bar_4_bar_3_bar_30 - location
  loc_bar_2_bar_6_bar_3_bar_30 - location
  loc_bar_2_bar_8_bar_3_bar_30 - location
  loc_bar_2_bar_9_bar_3_bar_30 - location
  loc_bar_3_bar__minus_4_bar_1_bar_30 - location
  loc_bar_4_bar__minus_3_bar_2_bar__minus_30 - location
  loc_bar_4_bar_12_bar_2_bar_30 - location
  loc_bar_4_bar_17_bar_0_bar_30 - location
  loc_bar_4_bar_17_bar_1_bar_30 - location
  loc_bar_4_bar_3_bar_0_bar_30 - location
  loc_bar_4_bar_4_bar_1_bar_30 - location
  loc_bar_4_bar_9_bar_2_bar_45 - location
  loc_bar_4_bar_9_bar_2_bar_60 - location
  loc_bar_5_bar_14_bar_1_bar__minus_30 - location
  loc_bar_5_bar_2_bar_1_bar_30 - location
  loc_bar_6_bar__minus_1_bar_1_bar_30 - location
  loc_bar_6_bar__minus_3_bar_1_bar_30 - location
  loc_bar_6_bar_0_bar_1_bar_30 - location
  loc_bar_6_bar_11_bar_1_bar_30 - location
  loc_bar_6_bar_1_bar_1_bar_30 - location
  loc_bar_7_bar__minus_2_bar_1_bar__minus_30 - location
  loc_bar_7_bar__minus_2_bar_2_bar__minus_30 - location
  loc_bar_7_bar__minus_2_bar_2_bar_30 - location
  loc_bar_7_bar__minus_3_bar_1_bar__minus_30 - location
  loc_bar_7_bar__minus_3_bar_1_bar_30 - location
  loc_bar_7_bar_0_bar_1_bar_30 - location
  loc_bar_8_bar__minus_1_bar_0_bar_30 - location
  loc_bar_8_bar__minus_2_bar_1_bar__minus_30 - location
  loc_bar_8_bar__minus_3_bar_0_bar_30 - location
  loc_bar_8_bar__minus_4_bar_1_bar__minus_30 - location
  loc_bar_8_bar__minus_4_bar_2_bar__minus_30 - location
  loc_bar_9_bar__minus_2_bar_1_bar_30 - location
  loc_bar_9_bar__minus_2_bar_2_bar__minus_30 - location
  loc_bar_9_bar__minus_4_bar_2_bar__minus_30 - location
  loc_bar_9_bar_12_bar_0_bar_30 - location
  )

(:init
  (receptacleType Cabinet_bar__plus_01_dot_14_bar__plus_00_dot_39_bar__minus_01_dot_36 CabinetType)
  (receptacleType Cabinet_bar__plus_01_dot_14_bar__plus_02_dot_23_bar__minus_01_dot_71 CabinetType)
  (receptacleType Cabinet_bar__plus_01_dot_50_bar__plus_02_dot_48_bar__minus_01_dot_71 CabinetType)
  (receptacleType Cabinet_bar__plus_01_dot_60_bar__plus_01_dot_41_bar__plus_03_dot_72 CabinetType)
  (receptacleType Cabinet_bar__plus_02_dot_39_bar__plus_02_dot_48_bar__minus_01_dot_71 CabinetType)
  (receptacleType Cabinet_bar__plus_02_dot_47_bar__plus_00_dot_38_bar__minus_00_dot_48 CabinetType)
  (receptacleType Cabinet_bar__plus_02_dot_47_bar__plus_00_dot_38_bar__minus_00_dot_49 CabinetType)
  (receptacleType Cabinet_bar__plus_02_dot_47_bar__plus_00_dot_38_bar__minus_01_dot_34 CabinetType)
  (receptacleType Cabinet_bar__plus_02_dot_47_bar__plus_00_dot_47_bar__plus_00_dot_37 CabinetType)
  (receptacleType Cabinet_bar__plus_02_dot_73_bar__plus_02_dot_23_bar__minus_01_dot_71 CabinetType)
  (receptacleType Cabinet_bar__plus_02_dot_75_bar__plus_02_dot_22_bar__plus_00_dot_02 CabinetType)
  (receptacleType Cabinet_bar__plus_02_dot_75_bar__plus_02_dot_22_bar__minus_00_dot_83 CabinetType)
  (receptacleType Cabinet_bar__plus_02_dot_75_bar__plus_02_dot_22_bar__minus_00_dot_84 CabinetType)
  (receptacleType Cabinet_bar__plus_02_dot_75_bar__plus_02_dot_22_bar__minus_01_dot_69 CabinetType)
  (receptacleType Cabinet_bar__minus_00_dot_36_bar__plus_00_dot_38_bar__plus_00_dot_27 CabinetType)
  (receptacleType Cabinet_bar__minus_00_dot_36_bar__plus_00_dot_38_bar__plus_01_dot_71 CabinetType)
  (receptacleType Cabinet_bar__minus_00_dot_36_bar__plus_00_dot_38_bar__plus_02_dot_63 CabinetType)
  (receptacleType Cabinet_bar__minus_00_dot_47_bar__plus_00_dot_06_bar__plus_02_dot_63 CabinetType)
  (receptacleType Cabinet_bar__minus_00_dot_66_bar__plus_02_dot_23_bar__plus_00_dot_59 CabinetType)
  (receptacleType Cabinet_bar__minus_00_dot_82_bar__plus_02_dot_22_bar__plus_00_dot_62 CabinetType)
  (receptacleType Cabinet_bar__minus_00_dot_82_bar__plus_02_dot_22_bar__plus_01_dot_60 CabinetType)
  (receptacleType Cabinet_bar__minus_00_dot_82_bar__plus_02_dot_22_bar__plus_01_dot_62 CabinetType)
  (receptacleType Cabinet_bar__minus_00_dot_82_bar__plus_02_dot_22_bar__plus_02_dot_61 CabinetType)
  (receptacleType CoffeeMachine_bar__plus_01_dot_15_bar__plus_00_dot_06_bar__plus_04_dot_80 CoffeeMachineType)
  (receptacleType CounterTop_bar__plus_02_dot_81_bar__plus_00_dot_99_bar__plus_00_dot_68 CounterTopType)
  (receptacleType CounterTop_bar__minus_00_dot_81_bar__plus_01_dot_06_bar__plus_02_dot_19 CounterTopType)
  (receptacleType DiningTable_bar__plus_02_dot_45_bar__plus_00_dot_67_bar__plus_03_dot_98 DiningTableType)
  (receptacleType Drawer_bar__plus_01_dot_35_bar__plus_00_dot_84_bar__minus_01_dot_54 DrawerType)
  (receptacleType Drawer_bar__plus_01_dot_65_bar__plus_00_dot_83_bar__plus_01_dot_67 DrawerType)
  (receptacleType Drawer_bar__plus_01_dot_82_bar__plus_01_dot_45_bar__minus_00_dot_40 DrawerType)
  (receptacleType Drawer_bar__plus_01_dot_94_bar__plus_00_dot_83_bar__plus_01_dot_35 DrawerType)
  (receptacleType Drawer_bar__plus_02_dot_23_bar__plus_00_dot_83_bar__plus_01_dot_04 DrawerType)
  (receptacleType Drawer_bar__plus_02_dot_41_bar__plus_01_dot_66_bar__plus_02_dot_35 DrawerType)
  (receptacleType Drawer_bar__plus_02_dot_52_bar__plus_00_dot_83_bar__plus_00_dot_72 DrawerType)
  (receptacleType Drawer_bar__plus_02_dot_69_bar__plus_00_dot_83_bar__plus_00_dot_16 DrawerType)
  (receptacleType Drawer_bar__plus_02_dot_69_bar__plus_00_dot_83_bar__minus_00_dot_27 DrawerType)
  (receptacleType Drawer_bar__plus_02_dot_69_bar__plus_00_dot_83_bar__minus_00_dot_70 DrawerType)
  (receptacleType Drawer_bar__plus_02_dot_69_bar__plus_00_dot_83_bar__minus_01_dot_13 DrawerType)
  (receptacleType Drawer_bar__minus_00_dot_64_bar__plus_00_dot_83_bar__plus_00_dot_62 DrawerType)
  (receptacleType Drawer_bar__minus_00_dot_64_bar__plus_00_dot_83_bar__plus_01_dot_95 DrawerType)
  (receptacleType Drawer_bar__minus_00_dot_64_bar__plus_00_dot_83_bar__plus_02_dot_42 DrawerType)
  (receptacleType Fridge_bar__minus_00_dot_91_bar__plus_00_dot_00_bar__minus_00_dot_41 FridgeType)
  (receptacleType GarbageCan_bar__plus_00_dot_62_bar__plus_00_dot_84_bar__plus_02_dot_57 GarbageCanType)
  (receptacleType Microwave_bar__plus_01_dot_94_bar__plus_01_dot_75_bar__minus_01_dot_83 MicrowaveType)
  (receptacleType Sink_bar__minus_00_dot_72_bar__plus_01_dot_02_bar__plus_01_dot_33_bar_SinkBasin SinkBasinType)
  (receptacleType StoveBurner_bar__plus_00_dot_52_bar__plus_00_dot_30_bar__plus_00_dot_17 StoveBurnerType)
  (receptacleType StoveBurner_bar__plus_00_dot_71_bar__plus_01_dot_22_bar__plus_00_dot_00 StoveBurnerType)
  (receptacleType StoveBurner_bar__plus_00_dot_87_bar__plus_01_dot_30_bar__plus_01_dot_58 StoveBurnerType)
  (receptacleType StoveBurner_bar__plus_01_dot_01_bar__plus_00_dot_89_bar__plus_01_dot_69 StoveBurnerType)
  (receptacleType Toaster_bar__minus_00_dot_75_bar__plus_00_dot_52_bar__plus_02_dot_23 ToasterType)
  (objectType Chair_bar__plus_01_dot_90_bar__plus_01_dot_46_bar__plus_04_dot_27 ChairType)
  (objectType Chair_bar__plus_02_dot_09_bar__plus_00_dot_44_bar__plus_03_dot_81 ChairType)
  (objectType HousePlant_bar__minus_00_dot_60_bar__plus_00_dot_03_bar__plus_02_dot_17 HousePlantType)
  (objectType LightSwitch_bar__plus_00_dot_25_bar__plus_00_dot_65_bar__plus_00_dot_22 LightSwitchType)
  (objectType Sink_bar__minus_00_dot_72_bar__plus_01_dot_02_bar__plus_01_dot_33 SinkType)
  (objectType StoveKnob_bar__minus_00_dot_13_bar__plus_00_dot_77_bar__plus_00_dot_78 StoveKnobType)
  (objectType StoveKnob_bar__minus_00_dot_12_bar__plus_01_dot_17_bar__plus_00_dot_96 StoveKnobType)
  (objectType StoveKnob_bar__plus_00_dot_17_bar__plus_00_dot_10_bar__plus_03_dot_32 StoveKnobType)
  (objectType StoveKnob_bar__plus_00_dot_31_bar__plus_01_dot_23_bar__plus_02_dot_31 StoveKnobType)
  (objectType Window_bar__plus_00_dot_50_bar__plus_00_dot_00_bar__minus_02_dot_20 WindowType)
  (objectType Window_bar__plus_01_dot_90_bar__plus_01_dot_23_bar__minus_00_dot_05 WindowType)
  (objectType Apple_bar__minus_00_dot_59_bar__plus_00_dot_21_bar__minus_00_dot_06 AppleType)
  (objectType Apple_bar__minus_00_dot_61_bar__plus_00_dot_76_bar__plus_01_dot_31 AppleType)
  (objectType Apple_bar__minus_00_dot_89_bar__plus_01_dot_55_bar__minus_00_dot_63 AppleType)
  (objectType Bowl_bar__plus_02_dot_17_bar__plus_00_dot_33_bar__minus_00_dot_37 BowlType)
  (objectType Bowl_bar__plus_02_dot_15_bar__plus_01_dot_27_bar__minus_00_dot_90 BowlType)
  (objectType Bowl_bar__plus_01_dot_82_bar__plus_00_dot_79_bar__minus_00_dot_22 BowlType)
  (objectType Bread_bar__plus_03_dot_12_bar__plus_01_dot_28_bar__minus_00_dot_69 BreadType)
  (objectType ButterKnife_bar__plus_02_dot_85_bar__plus_01_dot_12_bar__minus_00_dot_56 ButterKnifeType)
  (objectType ButterKnife_bar__plus_02_dot_84_bar__plus_01_dot_18_bar__minus_00_dot_65 ButterKnifeType)
  (objectType Cup_bar__plus_02_dot_57_bar__plus_00_dot_28_bar__plus_03_dot_35 CupType)
  (objectType Cup_bar__minus_00_dot_77_bar__plus_00_dot_61_bar__plus_01_dot_12 CupType)
  (objectType Cup_bar__plus_02_dot_75_bar__plus_00_dot_23_bar__minus_00_dot_43 CupType)
  (objectType DishSponge_bar__plus_02_dot_83_bar__plus_01_dot_73_bar__minus_00_dot_69 DishSpongeType)
  (objectType Egg_bar__minus_00_dot_32_bar__plus_00_dot_95_bar__plus_01_dot_87 EggType)
  (objectType Fork_bar__plus_02_dot_34_bar__plus_00_dot_28_bar__minus_00_dot_15 ForkType)
  (objectType Fork_bar__minus_00_dot_52_bar__plus_00_dot_47_bar__plus_01_dot_85 ForkType)
  (objectType Glassbottle_bar__minus_00_dot_49_bar__plus_01_dot_24_bar__plus_02_dot_03 GlassbottleType)
  (objectType Glassbottle_bar__plus_01_dot_38_bar__plus_00_dot_19_bar__minus_01_dot_26 GlassbottleType)
  (objectType Knife_bar__plus_02_dot_48_bar__plus_01_dot_72_bar__plus_03_dot_39 KnifeType)
  (objectType Knife_bar__minus_00_dot_40_bar__plus_00_dot_98_bar__plus_01_dot_99 KnifeType)
  (objectType Knife_bar__plus_02_dot_66_bar__plus_00_dot_12_bar__minus_00_dot_52 KnifeType)
  (objectType Ladle_bar__plus_02_dot_14_bar__plus_00_dot_51_bar__plus_03_dot_53 LadleType)
  (objectType Lettuce_bar__plus_02_dot_94_bar__plus_01_dot_58_bar__minus_00_dot_83 LettuceType)
  (objectType Mug_bar__plus_02_dot_66_bar__plus_00_dot_48_bar__minus_00_dot_55 MugType)
  (objectType Mug_bar__plus_02_dot_46_bar__plus_01_dot_73_bar__plus_03_dot_33 MugType)
  (objectType Pan_bar__plus_02_dot_36_bar__plus_00_dot_11_bar__plus_03_dot_61 PanType)
  (objectType PaperTowelRoll_bar__minus_00_dot_98_bar__plus_01_dot_22_bar__plus_02_dot_64 PaperTowelRollType)
  (objectType PepperShaker_bar__plus_02_dot_72_bar__plus_00_dot_35_bar__plus_03_dot_62 PepperShakerType)
  (objectType PepperShaker_bar__minus_00_dot_47_bar__plus_01_dot_48_bar__plus_00_dot_23 PepperShakerType)
  (objectType Plate_bar__plus_02_dot_48_bar__plus_01_dot_16_bar__minus_01_dot_97 PlateType)
  (objectType Pot_bar__plus_01_dot_64_bar__plus_00_dot_65_bar__minus_01_dot_03 PotType)
  (objectType Potato_bar__plus_01_dot_03_bar__plus_01_dot_75_bar__plus_02_dot_41 PotatoType)
  (objectType Potato_bar__plus_02_dot_58_bar__plus_00_dot_54_bar__minus_00_dot_69 PotatoType)
  (objectType SaltShaker_bar__minus_00_dot_14_bar__plus_00_dot_95_bar__plus_02_dot_49 SaltShakerType)
  (objectType SoapBottle_bar__minus_00_dot_67_bar__plus_01_dot_62_bar__plus_02_dot_65 SoapBottleType)
  (objectType SoapBottle_bar__minus_00_dot_90_bar__plus_01_dot_11_bar__plus_01_dot_38 SoapBottleType)
  (objectType Spatula_bar__minus_00_dot_99_bar__plus_00_dot_25_bar__plus_02_dot_29 SpatulaType)
  (objectType Spoon_bar__minus_00_dot_32_bar__plus_00_dot_61_bar__plus_01_dot_84 SpoonType)
  (objectType Spoon_bar__plus_02_dot_73_bar__plus_00_dot_55_bar__plus_00_dot_36 SpoonType)
  (objectType Spoon_bar__plus_01_dot_91_bar__plus_01_dot_66_bar__plus_02_dot_74 SpoonType)
  (objectType Tomato_bar__plus_03_dot_24_bar__plus_00_dot_55_bar__minus_00_dot_81 TomatoType)
  (objectType Tomato_bar__minus_00_dot_70_bar__plus_01_dot_38_bar__minus_00_dot_55 TomatoType)
  (objectType Tomato_bar__minus_00_dot_44_bar__plus_00_dot_23_bar__plus_02_dot_05 TomatoType)
  (objectType WineBottle_bar__plus_02_dot_20_bar__plus_00_dot_54_bar__plus_00_dot_40 WineBottleType)
  (canContain CabinetType BowlType)
  (canContain CabinetType CupType)
  (canContain CabinetType DishSpongeType)
  (canContain CabinetType GlassbottleType)
  (canContain CabinetType LadleType)
  (canContain CabinetType MugType)
  (canContain CabinetType PanType)
  (canContain CabinetType PepperShakerType)
  (canContain CabinetType PlateType)
  (canContain CabinetType PotType)
  (canContain CabinetType SaltShakerType)
  (canContain CabinetType SoapBottleType)
  (canContain CabinetType WineBottleType)
  (canContain CoffeeMachineType MugType)
  (canContain CounterTopType AppleType)
  (canContain CounterTopType BowlType)
  (canContain CounterTopType BreadType)
  (canContain CounterTopType ButterKnifeType)
  (canContain CounterTopType CupType)
  (canContain CounterTopType DishSpongeType)
  (canContain CounterTopType EggType)
  (canContain CounterTopType ForkType)
  (canContain CounterTopType GlassbottleType)
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
  (canContain CounterTopType WineBottleType)
  (canContain DiningTableType AppleType)
  (canContain DiningTableType BowlType)
  (canContain DiningTableType BreadType)
  (canContain DiningTableType ButterKnifeType)
  (canContain DiningTableType CupType)
  (canContain DiningTableType DishSpongeType)
  (canContain DiningTableType EggType)
  (canContain DiningTableType ForkType)
  (canContain DiningTableType GlassbottleType)
  (canContain DiningTableType KnifeType)
  (canContain DiningTableType LadleType)
  (canContain DiningTableType LettuceType)
  (canContain DiningTableType MugType)
  (canContain DiningTableType PanType)
  (canContain DiningTableType PepperShakerType)
  (canContain DiningTableType PlateType)
  (canContain DiningTableType PotType)
  (canContain DiningTableType PotatoType)
  (canContain DiningTableType SaltShakerType)
  (canContain DiningTableType SoapBottleType)
  (canContain DiningTableType SpatulaType)
  (canContain DiningTableType SpoonType)
  (canContain DiningTableType TomatoType)
  (canContain DiningTableType WineBottleType)
  (canContain DrawerType ButterKnifeType)
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
  (canContain FridgeType WineBottleType)
  (canContain GarbageCanType AppleType)
  (canContain GarbageCanType BreadType)
  (canContain GarbageCanType DishSpongeType)
  (canContain GarbageCanType EggType)
  (canContain GarbageCanType LettuceType)
  (canContain GarbageCanType PotatoType)
  (canContain GarbageCanType SoapBottleType)
  (canContain GarbageCanType TomatoType)
  (canContain GarbageCanType WineBottleType)
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
  (canContain StoveBurnerType PanType)
  (canContain StoveBurnerType PotType)
  (isReceptacleObject Bowl_bar__plus_02_dot_17_bar__plus_00_dot_33_bar__minus_00_dot_37)
  (isReceptacleObject Bowl_bar__plus_02_dot_15_bar__plus_01_dot_27_bar__minus_00_dot_90)
  (isReceptacleObject Bowl_bar__plus_01_dot_82_bar__plus_00_dot_79_bar__minus_00_dot_22)
  (isReceptacleObject Cup_bar__plus_02_dot_57_bar__plus_00_dot_28_bar__plus_03_dot_35)
  (isReceptacleObject Cup_bar__minus_00_dot_77_bar__plus_00_dot_61_bar__plus_01_dot_12)
  (isReceptacleObject Cup_bar__plus_02_dot_75_bar__plus_00_dot_23_bar__minus_00_dot_43)
  (isReceptacleObject Mug_bar__plus_02_dot_66_bar__plus_00_dot_48_bar__minus_00_dot_55)
  (isReceptacleObject Mug_bar__plus_02_dot_46_bar__plus_01_dot_73_bar__plus_03_dot_33)
  (isReceptacleObject Pan_bar__plus_02_dot_36_bar__plus_00_dot_11_bar__plus_03_dot_61)
  (isReceptacleObject Plate_bar__plus_02_dot_48_bar__plus_01_dot_16_bar__minus_01_dot_97)
  (isReceptacleObject Pot_bar__plus_01_dot_64_bar__plus_00_dot_65_bar__minus_01_dot_03)
  (openable Cabinet_bar__plus_01_dot_14_bar__plus_00_dot_39_bar__minus_01_dot_36)
  (openable Cabinet_bar__plus_01_dot_14_bar__plus_02_dot_23_bar__minus_01_dot_71)
  (openable Cabinet_bar__plus_01_dot_50_bar__plus_02_dot_48_bar__minus_01_dot_71)
  (openable Cabinet_bar__plus_02_dot_39_bar__plus_02_dot_48_bar__minus_01_dot_71)
  (openable Cabinet_bar__plus_02_dot_47_bar__plus_00_dot_38_bar__minus_00_dot_48)
  (openable Cabinet_bar__plus_02_dot_47_bar__plus_00_dot_38_bar__minus_00_dot_49)
  (openable Cabinet_bar__plus_02_dot_47_bar__plus_00_dot_38_bar__minus_01_dot_34)
  (openable Cabinet_bar__plus_02_dot_47_bar__plus_00_dot_47_bar__plus_00_dot_37)
  (openable Cabinet_bar__plus_02_dot_73_bar__plus_02_dot_23_bar__minus_01_dot_71)
  (openable Cabinet_bar__plus_02_dot_75_bar__plus_02_dot_22_bar__plus_00_dot_02)
  (openable Cabinet_bar__plus_02_dot_75_bar__plus_02_dot_22_bar__minus_00_dot_83)
  (openable Cabinet_bar__plus_02_dot_75_bar__plus_02_dot_22_bar__minus_00_dot_84)
  (openable Cabinet_bar__plus_02_dot_75_bar__plus_02_dot_22_bar__minus_01_dot_69)
  (openable Cabinet_bar__minus_00_dot_36_bar__plus_00_dot_38_bar__plus_00_dot_27)
  (openable Cabinet_bar__minus_00_dot_36_bar__plus_00_dot_38_bar__plus_01_dot_71)
  (openable Cabinet_bar__minus_00_dot_36_bar__plus_00_dot_38_bar__plus_02_dot_63)
  (openable Cabinet_bar__minus_00_dot_66_bar__plus_02_dot_23_bar__plus_00_dot_59)
  (openable Cabinet_bar__minus_00_dot_82_bar__plus_02_dot_22_bar__plus_00_dot_62)
  (openable Cabinet_bar__minus_00_dot_82_bar__plus_02_dot_22_bar__plus_01_dot_60)
  (openable Cabinet_bar__minus_00_dot_82_bar__plus_02_dot_22_bar__plus_01_dot_62)
  (openable Cabinet_bar__minus_00_dot_82_bar__plus_02_dot_22_bar__plus_02_dot_61)
  (openable Drawer_bar__plus_01_dot_35_bar__plus_00_dot_84_bar__minus_01_dot_54)
  (openable Drawer_bar__plus_01_dot_65_bar__plus_00_dot_83_bar__plus_01_dot_67)
  (openable Drawer_bar__plus_01_dot_94_bar__plus_00_dot_83_bar__plus_01_dot_35)
  (openable Drawer_bar__plus_02_dot_23_bar__plus_00_dot_83_bar__plus_01_dot_04)
  (openable Drawer_bar__plus_02_dot_52_bar__plus_00_dot_83_bar__plus_00_dot_72)
  (openable Drawer_bar__plus_02_dot_69_bar__plus_00_dot_83_bar__plus_00_dot_16)
  (openable Drawer_bar__plus_02_dot_69_bar__plus_00_dot_83_bar__minus_00_dot_27)
  (openable Drawer_bar__plus_02_dot_69_bar__plus_00_dot_83_bar__minus_00_dot_70)
  (openable Drawer_bar__plus_02_dot_69_bar__plus_00_dot_83_bar__minus_01_dot_13)
  (openable Drawer_bar__minus_00_dot_64_bar__plus_00_dot_83_bar__plus_00_dot_62)
  (openable Drawer_bar__minus_00_dot_64_bar__plus_00_dot_83_bar__plus_01_dot_95)
  (openable Drawer_bar__minus_00_dot_64_bar__plus_00_dot_83_bar__plus_02_dot_42)
  (openable Fridge_bar__minus_00_dot_91_bar__plus_00_dot_00_bar__minus_00_dot_41)
  (openable Microwave_bar__plus_01_dot_94_bar__plus_01_dot_75_bar__minus_01_dot_83)
  (atLocation agent1 loc_bar__minus_2_bar_15_bar_1_bar_30)
  (cleanable Apple_bar__minus_00_dot_59_bar__plus_00_dot_21_bar__minus_00_dot_06)
  (cleanable Apple_bar__minus_00_dot_61_bar__plus_00_dot_76_bar__plus_01_dot_31)
  (cleanable Apple_bar__minus_00_dot_89_bar__plus_01_dot_55_bar__minus_00_dot_63)
  (cleanable Bowl_bar__plus_02_dot_17_bar__plus_00_dot_33_bar__minus_00_dot_37)
  (cleanable Bowl_bar__plus_02_dot_15_bar__plus_01_dot_27_bar__minus_00_dot_90)
  (cleanable Bowl_bar__plus_01_dot_82_bar__plus_00_dot_79_bar__minus_00_dot_22)
  (cleanable ButterKnife_bar__plus_02_dot_85_bar__plus_01_dot_12_bar__minus_00_dot_56)
  (cleanable ButterKnife_bar__plus_02_dot_84_bar__plus_01_dot_18_bar__minus_00_dot_65)
  (cleanable Cup_bar__plus_02_dot_57_bar__plus_00_dot_28_bar__plus_03_dot_35)
  (cleanable Cup_bar__minus_00_dot_77_bar__plus_00_dot_61_bar__plus_01_dot_12)
  (cleanable Cup_bar__plus_02_dot_75_bar__plus_00_dot_23_bar__minus_00_dot_43)
  (cleanable DishSponge_bar__plus_02_dot_83_bar__plus_01_dot_73_bar__minus_00_dot_69)
  (cleanable Egg_bar__minus_00_dot_32_bar__plus_00_dot_95_bar__plus_01_dot_87)
  (cleanable Fork_bar__plus_02_dot_34_bar__plus_00_dot_28_bar__minus_00_dot_15)
  (cleanable Fork_bar__minus_00_dot_52_bar__plus_00_dot_47_bar__plus_01_dot_85)
  (cleanable Knife_bar__plus_02_dot_48_bar__plus_01_dot_72_bar__plus_03_dot_39)
  (cleanable Knife_bar__minus_00_dot_40_bar__plus_00_dot_98_bar__plus_01_dot_99)
  (cleanable Knife_bar__plus_02_dot_66_bar__plus_00_dot_12_bar__minus_00_dot_52)
  (cleanable Ladle_bar__plus_02_dot_14_bar__plus_00_dot_51_bar__plus_03_dot_53)
  (cleanable Lettuce_bar__plus_02_dot_94_bar__plus_01_dot_58_bar__minus_00_dot_83)
  (cleanable Mug_bar__plus_02_dot_66_bar__plus_00_dot_48_bar__minus_00_dot_55)
  (cleanable Mug_bar__plus_02_dot_46_bar__plus_01_dot_73_bar__plus_03_dot_33)
  (cleanable Pan_bar__plus_02_dot_36_bar__plus_00_dot_11_bar__plus_03_dot_61)
  (cleanable Plate_bar__plus_02_dot_48_bar__plus_01_dot_16_bar__minus_01_dot_97)
  (cleanable Pot_bar__plus_01_dot_64_bar__plus_00_dot_65_bar__minus_01_dot_03)
  (cleanable Potato_bar__plus_01_dot_03_bar__plus_01_dot_75_bar__plus_02_dot_41)
  (cleanable Potato_bar__plus_02_dot_58_bar__plus_00_dot_54_bar__minus_00_dot_69)
  (cleanable Spatula_bar__minus_00_dot_99_bar__plus_00_dot_25_bar__plus_02_dot_29)
  (cleanable Spoon_bar__minus_00_dot_32_bar__plus_00_dot_61_bar__plus_01_dot_84)
  (cleanable Spoon_bar__plus_02_dot_73_bar__plus_00_dot_55_bar__plus_00_dot_36)
  (cleanable Spoon_bar__plus_01_dot_91_bar__plus_01_dot_66_bar__plus_02_dot_74)
  (cleanable Tomato_bar__plus_03_dot_24_bar__plus_00_dot_55_bar__minus_00_dot_81)
  (cleanable Tomato_bar__minus_00_dot_70_bar__plus_01_dot_38_bar__minus_00_dot_55)
  (cleanable Tomato_bar__minus_00_dot_44_bar__plus_00_dot_23_bar__plus_02_dot_05)
  (heatable Apple_bar__minus_00_dot_59_bar__plus_00_dot_21_bar__minus_00_dot_06)
  (heatable Apple_bar__minus_00_dot_61_bar__plus_00_dot_76_bar__plus_01_dot_31)
  (heatable Apple_bar__minus_00_dot_89_bar__plus_01_dot_55_bar__minus_00_dot_63)
  (heatable Bread_bar__plus_03_dot_12_bar__plus_01_dot_28_bar__minus_00_dot_69)
  (heatable Cup_bar__plus_02_dot_57_bar__plus_00_dot_28_bar__plus_03_dot_35)
  (heatable Cup_bar__minus_00_dot_77_bar__plus_00_dot_61_bar__plus_01_dot_12)
  (heatable Cup_bar__plus_02_dot_75_bar__plus_00_dot_23_bar__minus_00_dot_43)
  (heatable Egg_bar__minus_00_dot_32_bar__plus_00_dot_95_bar__plus_01_dot_87)
  (heatable Mug_bar__plus_02_dot_66_bar__plus_00_dot_48_bar__minus_00_dot_55)
  (heatable Mug_bar__plus_02_dot_46_bar__plus_01_dot_73_bar__plus_03_dot_33)
  (heatable Plate_bar__plus_02_dot_48_bar__plus_01_dot_16_bar__minus_01_dot_97)
  (heatable Potato_bar__plus_01_dot_03_bar__plus_01_dot_75_bar__plus_02_dot_41)
  (heatable Potato_bar__plus_02_dot_58_bar__plus_00_dot_54_bar__minus_00_dot_69)
  (heatable Tomato_bar__plus_03_dot_24_bar__plus_00_dot_55_bar__minus_00_dot_81)
  (heatable Tomato_bar__minus_00_dot_70_bar__plus_01_dot_38_bar__minus_00_dot_55)
  (heatable Tomato_bar__minus_00_dot_44_bar__plus_00_dot_23_bar__plus_02_dot_05)
  (coolable Apple_bar__minus_00_dot_59_bar__plus_00_dot_21_bar__minus_00_dot_06)
  (coolable Apple_bar__minus_00_dot_61_bar__plus_00_dot_76_bar__plus_01_dot_31)
  (coolable Apple_bar__minus_00_dot_89_bar__plus_01_dot_55_bar__minus_00_dot_63)
  (coolable Bowl_bar__plus_02_dot_17_bar__plus_00_dot_33_bar__minus_00_dot_37)
  (coolable Bowl_bar__plus_02_dot_15_bar__plus_01_dot_27_bar__minus_00_dot_90)
  (coolable Bowl_bar__plus_01_dot_82_bar__plus_00_dot_79_bar__minus_00_dot_22)
  (coolable Bread_bar__plus_03_dot_12_bar__plus_01_dot_28_bar__minus_00_dot_69)
  (coolable Cup_bar__plus_02_dot_57_bar__plus_00_dot_28_bar__plus_03_dot_35)
  (coolable Cup_bar__minus_00_dot_77_bar__plus_00_dot_61_bar__plus_01_dot_12)
  (coolable Cup_bar__plus_02_dot_75_bar__plus_00_dot_23_bar__minus_00_dot_43)
  (coolable Egg_bar__minus_00_dot_32_bar__plus_00_dot_95_bar__plus_01_dot_87)
  (coolable Lettuce_bar__plus_02_dot_94_bar__plus_01_dot_58_bar__minus_00_dot_83)
  (coolable Mug_bar__plus_02_dot_66_bar__plus_00_dot_48_bar__minus_00_dot_55)
  (coolable Mug_bar__plus_02_dot_46_bar__plus_01_dot_73_bar__plus_03_dot_33)
  (coolable Pan_bar__plus_02_dot_36_bar__plus_00_dot_11_bar__plus_03_dot_61)
  (coolable Plate_bar__plus_02_dot_48_bar__plus_01_dot_16_bar__minus_01_dot_97)
  (coolable Pot_bar__plus_01_dot_64_bar__plus_00_dot_65_bar__minus_01_dot_03)
  (coolable Potato_bar__plus_01_dot_03_bar__plus_01_dot_75_bar__plus_02_dot_41)
  (coolable Potato_bar__plus_02_dot_58_bar__plus_00_dot_54_bar__minus_00_dot_69)
  (coolable Tomato_bar__plus_03_dot_24_bar__plus_00_dot_55_bar__minus_00_dot_81)
  (coolable Tomato_bar__minus_00_dot_70_bar__plus_01_dot_38_bar__minus_00_dot_55)
  (coolable Tomato_bar__minus_00_dot_44_bar__plus_00_dot_23_bar__plus_02_dot_05)
  (coolable WineBottle_bar__plus_02_dot_20_bar__plus_00_dot_54_bar__plus_00_dot_40)
  (sliceable Apple_bar__minus_00_dot_59_bar__plus_00_dot_21_bar__minus_00_dot_06)
  (sliceable Apple_bar__minus_00_dot_61_bar__plus_00_dot_76_bar__plus_01_dot_31)
  (sliceable Apple_bar__minus_00_dot_89_bar__plus_01_dot_55_bar__minus_00_dot_63)
  (sliceable Bread_bar__plus_03_dot_12_bar__plus_01_dot_28_bar__minus_00_dot_69)
  (sliceable Egg_bar__minus_00_dot_32_bar__plus_00_dot_95_bar__plus_01_dot_87)
  (sliceable Lettuce_bar__plus_02_dot_94_bar__plus_01_dot_58_bar__minus_00_dot_83)
  (sliceable Potato_bar__plus_01_dot_03_bar__plus_01_dot_75_bar__plus_02_dot_41)
  (sliceable Potato_bar__plus_02_dot_58_bar__plus_00_dot_54_bar__minus_00_dot_69)
  (sliceable Tomato_bar__plus_03_dot_24_bar__plus_00_dot_55_bar__minus_00_dot_81)
  (sliceable Tomato_bar__minus_00_dot_70_bar__plus_01_dot_38_bar__minus_00_dot_55)
  (sliceable Tomato_bar__minus_00_dot_44_bar__plus_00_dot_23_bar__plus_02_dot_05)
  (pickupable Apple_bar__minus_00_dot_59_bar__plus_00_dot_21_bar__minus_00_dot_06)
  (pickupable Apple_bar__minus_00_dot_61_bar__plus_00_dot_76_bar__plus_01_dot_31)
  (pickupable Apple_bar__minus_00_dot_89_bar__plus_01_dot_55_bar__minus_00_dot_63)
  (pickupable Bowl_bar__plus_02_dot_17_bar__plus_00_dot_33_bar__minus_00_dot_37)
  (pickupable Bowl_bar__plus_02_dot_15_bar__plus_01_dot_27_bar__minus_00_dot_90)
  (pickupable Bowl_bar__plus_01_dot_82_bar__plus_00_dot_79_bar__minus_00_dot_22)
  (pickupable Bread_bar__plus_03_dot_12_bar__plus_01_dot_28_bar__minus_00_dot_69)
  (pickupable ButterKnife_bar__plus_02_dot_85_bar__plus_01_dot_12_bar__minus_00_dot_56)
  (pickupable ButterKnife_bar__plus_02_dot_84_bar__plus_01_dot_18_bar__minus_00_dot_65)
  (pickupable Cup_bar__plus_02_dot_57_bar__plus_00_dot_28_bar__plus_03_dot_35)
  (pickupable Cup_bar__minus_00_dot_77_bar__plus_00_dot_61_bar__plus_01_dot_12)
  (pickupable Cup_bar__plus_02_dot_75_bar__plus_00_dot_23_bar__minus_00_dot_43)
  (pickupable DishSponge_bar__plus_02_dot_83_bar__plus_01_dot_73_bar__minus_00_dot_69)
  (pickupable Egg_bar__minus_00_dot_32_bar__plus_00_dot_95_bar__plus_01_dot_87)
  (pickupable Fork_bar__plus_02_dot_34_bar__plus_00_dot_28_bar__minus_00_dot_15)
  (pickupable Fork_bar__minus_00_dot_52_bar__plus_00_dot_47_bar__plus_01_dot_85)
  (pickupable Glassbottle_bar__minus_00_dot_49_bar__plus_01_dot_24_bar__plus_02_dot_03)
  (pickupable Glassbottle_bar__plus_01_dot_38_bar__plus_00_dot_19_bar__minus_01_dot_26)
  (pickupable Knife_bar__plus_02_dot_48_bar__plus_01_dot_72_bar__plus_03_dot_39)
  (pickupable Knife_bar__minus_00_dot_40_bar__plus_00_dot_98_bar__plus_01_dot_99)
  (pickupable Knife_bar__plus_02_dot_66_bar__plus_00_dot_12_bar__minus_00_dot_52)
  (pickupable Ladle_bar__plus_02_dot_14_bar__plus_00_dot_51_bar__plus_03_dot_53)
  (pickupable Lettuce_bar__plus_02_dot_94_bar__plus_01_dot_58_bar__minus_00_dot_83)
  (pickupable Mug_bar__plus_02_dot_66_bar__plus_00_dot_48_bar__minus_00_dot_55)
  (pickupable Mug_bar__plus_02_dot_46_bar__plus_01_dot_73_bar__plus_03_dot_33)
  (pickupable Pan_bar__plus_02_dot_36_bar__plus_00_dot_11_bar__plus_03_dot_61)
  (pickupable PaperTowelRoll_bar__minus_00_dot_98_bar__plus_01_dot_22_bar__plus_02_dot_64)
  (pickupable PepperShaker_bar__plus_02_dot_72_bar__plus_00_dot_35_bar__plus_03_dot_62)
  (pickupable PepperShaker_bar__minus_00_dot_47_bar__plus_01_dot_48_bar__plus_00_dot_23)
  (pickupable Plate_bar__plus_02_dot_48_bar__plus_01_dot_16_bar__minus_01_dot_97)
  (pickupable Pot_bar__plus_01_dot_64_bar__plus_00_dot_65_bar__minus_01_dot_03)
  (pickupable Potato_bar__plus_01_dot_03_bar__plus_01_dot_75_bar__plus_02_dot_41)
  (pickupable Potato_bar__plus_02_dot_58_bar__plus_00_dot_54_bar__minus_00_dot_69)
  (pickupable SaltShaker_bar__minus_00_dot_14_bar__plus_00_dot_95_bar__plus_02_dot_49)
  (pickupable SoapBottle_bar__minus_00_dot_67_bar__plus_01_dot_62_bar__plus_02_dot_65)
  (pickupable SoapBottle_bar__minus_00_dot_90_bar__plus_01_dot_11_bar__plus_01_dot_38)
  (pickupable Spatula_bar__minus_00_dot_99_bar__plus_00_dot_25_bar__plus_02_dot_29)
  (pickupable Spoon_bar__minus_00_dot_32_bar__plus_00_dot_61_bar__plus_01_dot_84)
  (pickupable Spoon_bar__plus_02_dot_73_bar__plus_00_dot_55_bar__plus_00_dot_36)
  (pickupable Spoon_bar__plus_01_dot_91_bar__plus_01_dot_66_bar__plus_02_dot_74)
  (pickupable Tomato_bar__plus_03_dot_24_bar__plus_00_dot_55_bar__minus_00_dot_81)
  (pickupable Tomato_bar__minus_00_dot_70_bar__plus_01_dot_38_bar__minus_00_dot_55)
  (pickupable Tomato_bar__minus_00_dot_44_bar__plus_00_dot_23_bar__plus_02_dot_05)
  (pickupable WineBottle_bar__plus_02_dot_20_bar__plus_00_dot_54_bar__plus_00_dot_40)
  (inReceptacle HousePlant_bar__minus_00_dot_60_bar__plus_00_dot_03_bar__plus_02_dot_17 CounterTop_bar__minus_00_dot_81_bar__plus_01_dot_06_bar__plus_02_dot_19)
  (inReceptacle Apple_bar__minus_00_dot_59_bar__plus_00_dot_21_bar__minus_00_dot_06 Fridge_bar__minus_00_dot_91_bar__plus_00_dot_00_bar__minus_00_dot_41)
  (inReceptacle Apple_bar__minus_00_dot_61_bar__plus_00_dot_76_bar__plus_01_dot_31 Sink_bar__minus_00_dot_72_bar__plus_01_dot_02_bar__plus_01_dot_33_bar_SinkBasin)
  (inReceptacle Apple_bar__minus_00_dot_89_bar__plus_01_dot_55_bar__minus_00_dot_63 Fridge_bar__minus_00_dot_91_bar__plus_00_dot_00_bar__minus_00_dot_41)
  (inReceptacle Bowl_bar__plus_02_dot_17_bar__plus_00_dot_33_bar__minus_00_dot_37 Cabinet_bar__plus_02_dot_75_bar__plus_02_dot_22_bar__minus_00_dot_84)
  (inReceptacle Bowl_bar__plus_02_dot_15_bar__plus_01_dot_27_bar__minus_00_dot_90 Cabinet_bar__plus_02_dot_47_bar__plus_00_dot_38_bar__minus_01_dot_34)
  (inReceptacle Bowl_bar__plus_01_dot_82_bar__plus_00_dot_79_bar__minus_00_dot_22 Cabinet_bar__plus_02_dot_47_bar__plus_00_dot_47_bar__plus_00_dot_37)
  (inReceptacle Bread_bar__plus_03_dot_12_bar__plus_01_dot_28_bar__minus_00_dot_69 CounterTop_bar__plus_02_dot_81_bar__plus_00_dot_99_bar__plus_00_dot_68)
  (inReceptacle ButterKnife_bar__plus_02_dot_85_bar__plus_01_dot_12_bar__minus_00_dot_56 CounterTop_bar__plus_02_dot_81_bar__plus_00_dot_99_bar__plus_00_dot_68)
  (inReceptacle ButterKnife_bar__plus_02_dot_84_bar__plus_01_dot_18_bar__minus_00_dot_65 CounterTop_bar__plus_02_dot_81_bar__plus_00_dot_99_bar__plus_00_dot_68)
  (inReceptacle Cup_bar__plus_02_dot_57_bar__plus_00_dot_28_bar__plus_03_dot_35 DiningTable_bar__plus_02_dot_45_bar__plus_00_dot_67_bar__plus_03_dot_98)
  (inReceptacle Cup_bar__minus_00_dot_77_bar__plus_00_dot_61_bar__plus_01_dot_12 Sink_bar__minus_00_dot_72_bar__plus_01_dot_02_bar__plus_01_dot_33_bar_SinkBasin)
  (inReceptacle Cup_bar__plus_02_dot_75_bar__plus_00_dot_23_bar__minus_00_dot_43 CounterTop_bar__plus_02_dot_81_bar__plus_00_dot_99_bar__plus_00_dot_68)
  (inReceptacle DishSponge_bar__plus_02_dot_83_bar__plus_01_dot_73_bar__minus_00_dot_69 Cabinet_bar__plus_02_dot_75_bar__plus_02_dot_22_bar__minus_01_dot_69)
  (inReceptacle Egg_bar__minus_00_dot_32_bar__plus_00_dot_95_bar__plus_01_dot_87 CounterTop_bar__minus_00_dot_81_bar__plus_01_dot_06_bar__plus_02_dot_19)
  (inReceptacle Fork_bar__plus_02_dot_34_bar__plus_00_dot_28_bar__minus_00_dot_15 Drawer_bar__plus_01_dot_82_bar__plus_01_dot_45_bar__minus_00_dot_40)
  (inReceptacle Fork_bar__minus_00_dot_52_bar__plus_00_dot_47_bar__plus_01_dot_85 Sink_bar__minus_00_dot_72_bar__plus_01_dot_02_bar__plus_01_dot_33_bar_SinkBasin)
  (inReceptacle Glassbottle_bar__minus_00_dot_49_bar__plus_01_dot_24_bar__plus_02_dot_03 CounterTop_bar__minus_00_dot_81_bar__plus_01_dot_06_bar__plus_02_dot_19)
  (inReceptacle Glassbottle_bar__plus_01_dot_38_bar__plus_00_dot_19_bar__minus_01_dot_26 Cabinet_bar__plus_01_dot_14_bar__plus_00_dot_39_bar__minus_01_dot_36)
  (inReceptacle Knife_bar__plus_02_dot_48_bar__plus_01_dot_72_bar__plus_03_dot_39 DiningTable_bar__plus_02_dot_45_bar__plus_00_dot_67_bar__plus_03_dot_98)
  (inReceptacle Knife_bar__minus_00_dot_40_bar__plus_00_dot_98_bar__plus_01_dot_99 CounterTop_bar__minus_00_dot_81_bar__plus_01_dot_06_bar__plus_02_dot_19)
  (inReceptacle Knife_bar__plus_02_dot_66_bar__plus_00_dot_12_bar__minus_00_dot_52 CounterTop_bar__plus_02_dot_81_bar__plus_00_dot_99_bar__plus_00_dot_68)
  (inReceptacle Ladle_bar__plus_02_dot_14_bar__plus_00_dot_51_bar__plus_03_dot_53 DiningTable_bar__plus_02_dot_45_bar__plus_00_dot_67_bar__plus_03_dot_98)
  (inReceptacle Lettuce_bar__plus_02_dot_94_bar__plus_01_dot_58_bar__minus_00_dot_83 CounterTop_bar__plus_02_dot_81_bar__plus_00_dot_99_bar__plus_00_dot_68)
  (inReceptacle Mug_bar__plus_02_dot_66_bar__plus_00_dot_48_bar__minus_00_dot_55 Cabinet_bar__plus_02_dot_75_bar__plus_02_dot_22_bar__minus_00_dot_83)
  (inReceptacle Mug_bar__plus_02_dot_46_bar__plus_01_dot_73_bar__plus_03_dot_33 DiningTable_bar__plus_02_dot_45_bar__plus_00_dot_67_bar__plus_03_dot_98)
  (inReceptacle Pan_bar__plus_02_dot_36_bar__plus_00_dot_11_bar__plus_03_dot_61 DiningTable_bar__plus_02_dot_45_bar__plus_00_dot_67_bar__plus_03_dot_98)
  (inReceptacle PaperTowelRoll_bar__minus_00_dot_98_bar__plus_01_dot_22_bar__plus_02_dot_64 CounterTop_bar__minus_00_dot_81_bar__plus_01_dot_06_bar__plus_02_dot_19)
  (inReceptacle PepperShaker_bar__plus_02_dot_72_bar__plus_00_dot_35_bar__plus_03_dot_62 DiningTable_bar__plus_02_dot_45_bar__plus_00_dot_67_bar__plus_03_dot_98)
  (inReceptacle PepperShaker_bar__minus_00_dot_47_bar__plus_01_dot_48_bar__plus_00_dot_23 Drawer_bar__minus_00_dot_64_bar__plus_00_dot_83_bar__plus_00_dot_62)
  (inReceptacle Plate_bar__plus_02_dot_48_bar__plus_01_dot_16_bar__minus_01_dot_97 Cabinet_bar__plus_02_dot_73_bar__plus_02_dot_23_bar__minus_01_dot_71)
  (inReceptacle Pot_bar__plus_01_dot_64_bar__plus_00_dot_65_bar__minus_01_dot_03 Cabinet_bar__plus_01_dot_14_bar__plus_00_dot_39_bar__minus_01_dot_36)
  (inReceptacle Potato_bar__plus_01_dot_03_bar__plus_01_dot_75_bar__plus_02_dot_41 GarbageCan_bar__plus_00_dot_62_bar__plus_00_dot_84_bar__plus_02_dot_57)
  (inReceptacle Potato_bar__plus_02_dot_58_bar__plus_00_dot_54_bar__minus_00_dot_69 CounterTop_bar__plus_02_dot_81_bar__plus_00_dot_99_bar__plus_00_dot_68)
  (inReceptacle SaltShaker_bar__minus_00_dot_14_bar__plus_00_dot_95_bar__plus_02_dot_49 Drawer_bar__minus_00_dot_64_bar__plus_00_dot_83_bar__plus_01_dot_95)
  (inReceptacle SoapBottle_bar__minus_00_dot_67_bar__plus_01_dot_62_bar__plus_02_dot_65 CounterTop_bar__minus_00_dot_81_bar__plus_01_dot_06_bar__plus_02_dot_19)
  (inReceptacle SoapBottle_bar__minus_00_dot_90_bar__plus_01_dot_11_bar__plus_01_dot_38 Cabinet_bar__minus_00_dot_82_bar__plus_02_dot_22_bar__plus_01_dot_62)
  (inReceptacle Spatula_bar__minus_00_dot_99_bar__plus_00_dot_25_bar__plus_02_dot_29 CounterTop_bar__minus_00_dot_81_bar__plus_01_dot_06_bar__plus_02_dot_19)
  (inReceptacle Spoon_bar__minus_00_dot_32_bar__plus_00_dot_61_bar__plus_01_dot_84 Sink_bar__minus_00_dot_72_bar__plus_01_dot_02_bar__plus_01_dot_33_bar_SinkBasin)
  (inReceptacle Spoon_bar__plus_02_dot_73_bar__plus_00_dot_55_bar__plus_00_dot_36 Drawer_bar__plus_02_dot_69_bar__plus_00_dot_83_bar__minus_00_dot_27)
  (inReceptacle Spoon_bar__plus_01_dot_91_bar__plus_01_dot_66_bar__plus_02_dot_74 Drawer_bar__plus_02_dot_41_bar__plus_01_dot_66_bar__plus_02_dot_35)
  (inReceptacle Tomato_bar__plus_03_dot_24_bar__plus_00_dot_55_bar__minus_00_dot_81 CounterTop_bar__plus_02_dot_81_bar__plus_00_dot_99_bar__plus_00_dot_68)
  (inReceptacle Tomato_bar__minus_00_dot_70_bar__plus_01_dot_38_bar__minus_00_dot_55 Fridge_bar__minus_00_dot_91_bar__plus_00_dot_00_bar__minus_00_dot_41)
  (inReceptacle Tomato_bar__minus_00_dot_44_bar__plus_00_dot_23_bar__plus_02_dot_05 CounterTop_bar__minus_00_dot_81_bar__plus_01_dot_06_bar__plus_02_dot_19)
  (inReceptacle WineBottle_bar__plus_02_dot_20_bar__plus_00_dot_54_bar__plus_00_dot_40 Cabinet_bar__plus_02_dot_47_bar__plus_00_dot_38_bar__minus_00_dot_48)
  (receptacleAtLocation Cabinet_bar__plus_01_dot_14_bar__plus_00_dot_39_bar__minus_01_dot_36 loc_bar_7_bar__minus_2_bar_2_bar_30)
  (receptacleAtLocation Cabinet_bar__plus_01_dot_14_bar__plus_02_dot_23_bar__minus_01_dot_71 loc_bar_4_bar__minus_3_bar_2_bar__minus_30)
  (receptacleAtLocation Cabinet_bar__plus_01_dot_50_bar__plus_02_dot_48_bar__minus_01_dot_71 loc_bar_9_bar__minus_2_bar_2_bar__minus_30)
  (receptacleAtLocation Cabinet_bar__plus_01_dot_60_bar__plus_01_dot_41_bar__plus_03_dot_72 loc_bar_5_bar_14_bar_1_bar__minus_30)
  (receptacleAtLocation Cabinet_bar__plus_02_dot_39_bar__plus_02_dot_48_bar__minus_01_dot_71 loc_bar_7_bar__minus_2_bar_2_bar__minus_30)
  (receptacleAtLocation Cabinet_bar__plus_02_dot_47_bar__plus_00_dot_38_bar__minus_00_dot_48 loc_bar_6_bar_1_bar_1_bar_30)
  (receptacleAtLocation Cabinet_bar__plus_02_dot_47_bar__plus_00_dot_38_bar__minus_00_dot_49 loc_bar_6_bar__minus_1_bar_1_bar_30)
  (receptacleAtLocation Cabinet_bar__plus_02_dot_47_bar__plus_00_dot_38_bar__minus_01_dot_34 loc_bar_6_bar__minus_3_bar_1_bar_30)
  (receptacleAtLocation Cabinet_bar__plus_02_dot_47_bar__plus_00_dot_47_bar__plus_00_dot_37 loc_bar_6_bar__minus_1_bar_1_bar_30)
  (receptacleAtLocation Cabinet_bar__plus_02_dot_73_bar__plus_02_dot_23_bar__minus_01_dot_71 loc_bar_9_bar__minus_4_bar_2_bar__minus_30)
  (receptacleAtLocation Cabinet_bar__plus_02_dot_75_bar__plus_02_dot_22_bar__plus_00_dot_02 loc_bar_7_bar__minus_2_bar_1_bar__minus_30)
  (receptacleAtLocation Cabinet_bar__plus_02_dot_75_bar__plus_02_dot_22_bar__minus_00_dot_83 loc_bar_8_bar__minus_2_bar_1_bar__minus_30)
  (receptacleAtLocation Cabinet_bar__plus_02_dot_75_bar__plus_02_dot_22_bar__minus_00_dot_84 loc_bar_7_bar__minus_3_bar_1_bar__minus_30)
  (receptacleAtLocation Cabinet_bar__plus_02_dot_75_bar__plus_02_dot_22_bar__minus_01_dot_69 loc_bar_8_bar__minus_4_bar_1_bar__minus_30)
  (receptacleAtLocation Cabinet_bar__minus_00_dot_36_bar__plus_00_dot_38_bar__plus_00_dot_27 loc_bar_2_bar_4_bar_3_bar_30)
  (receptacleAtLocation Cabinet_bar__minus_00_dot_36_bar__plus_00_dot_38_bar__plus_01_dot_71 loc_bar_2_bar_6_bar_3_bar_30)
  (receptacleAtLocation Cabinet_bar__minus_00_dot_36_bar__plus_00_dot_38_bar__plus_02_dot_63 loc_bar_2_bar_8_bar_3_bar_30)
  (receptacleAtLocation Cabinet_bar__minus_00_dot_47_bar__plus_00_dot_06_bar__plus_02_dot_63 loc_bar_0_bar_10_bar_3_bar__minus_30)
  (receptacleAtLocation Cabinet_bar__minus_00_dot_66_bar__plus_02_dot_23_bar__plus_00_dot_59 loc_bar_0_bar_1_bar_3_bar__minus_30)
  (receptacleAtLocation Cabinet_bar__minus_00_dot_82_bar__plus_02_dot_22_bar__plus_00_dot_62 loc_bar_0_bar_3_bar_3_bar__minus_30)
  (receptacleAtLocation Cabinet_bar__minus_00_dot_82_bar__plus_02_dot_22_bar__plus_01_dot_60 loc_bar_0_bar_5_bar_3_bar__minus_30)
  (receptacleAtLocation Cabinet_bar__minus_00_dot_82_bar__plus_02_dot_22_bar__plus_01_dot_62 loc_bar_0_bar_7_bar_3_bar__minus_30)
  (receptacleAtLocation Cabinet_bar__minus_00_dot_82_bar__plus_02_dot_22_bar__plus_02_dot_61 loc_bar_0_bar_10_bar_3_bar__minus_30)
  (receptacleAtLocation CoffeeMachine_bar__plus_01_dot_15_bar__plus_00_dot_06_bar__plus_04_dot_80 loc_bar_4_bar_17_bar_0_bar_30)
  (receptacleAtLocation CounterTop_bar__plus_02_dot_81_bar__plus_00_dot_99_bar__plus_00_dot_68 loc_bar_9_bar__minus_2_bar_1_bar_30)
  (receptacleAtLocation CounterTop_bar__minus_00_dot_81_bar__plus_01_dot_06_bar__plus_02_dot_19 loc_bar_0_bar_9_bar_3_bar_30)
  (receptacleAtLocation DiningTable_bar__plus_02_dot_45_bar__plus_00_dot_67_bar__plus_03_dot_98 loc_bar_10_bar_12_bar_0_bar_30)
  (receptacleAtLocation Drawer_bar__plus_01_dot_35_bar__plus_00_dot_84_bar__minus_01_dot_54 loc_bar_3_bar__minus_4_bar_1_bar_30)
  (receptacleAtLocation Drawer_bar__plus_01_dot_65_bar__plus_00_dot_83_bar__plus_01_dot_67 loc_bar_4_bar_3_bar_0_bar_30)
  (receptacleAtLocation Drawer_bar__plus_01_dot_82_bar__plus_01_dot_45_bar__minus_00_dot_40 loc_bar_8_bar__minus_3_bar_0_bar_30)
  (receptacleAtLocation Drawer_bar__plus_01_dot_94_bar__plus_00_dot_83_bar__plus_01_dot_35 loc_bar_4_bar_4_bar_1_bar_30)
  (receptacleAtLocation Drawer_bar__plus_02_dot_23_bar__plus_00_dot_83_bar__plus_01_dot_04 loc_bar_5_bar_2_bar_1_bar_30)
  (receptacleAtLocation Drawer_bar__plus_02_dot_41_bar__plus_01_dot_66_bar__plus_02_dot_35 loc_bar_6_bar_11_bar_1_bar_30)
  (receptacleAtLocation Drawer_bar__plus_02_dot_52_bar__plus_00_dot_83_bar__plus_00_dot_72 loc_bar_8_bar__minus_1_bar_0_bar_30)
  (receptacleAtLocation Drawer_bar__plus_02_dot_69_bar__plus_00_dot_83_bar__plus_00_dot_16 loc_bar_7_bar_0_bar_1_bar_30)
  (receptacleAtLocation Drawer_bar__plus_02_dot_69_bar__plus_00_dot_83_bar__minus_00_dot_27 loc_bar_7_bar_0_bar_1_bar_30)
  (receptacleAtLocation Drawer_bar__plus_02_dot_69_bar__plus_00_dot_83_bar__minus_00_dot_70 loc_bar_7_bar__minus_3_bar_1_bar_30)
  (receptacleAtLocation Drawer_bar__plus_02_dot_69_bar__plus_00_dot_83_bar__minus_01_dot_13 loc_bar_7_bar__minus_3_bar_1_bar_30)
  (receptacleAtLocation Drawer_bar__minus_00_dot_64_bar__plus_00_dot_83_bar__plus_00_dot_62 loc_bar_2_bar_2_bar_3_bar_30)
  (receptacleAtLocation Drawer_bar__minus_00_dot_64_bar__plus_00_dot_83_bar__plus_01_dot_95 loc_bar_2_bar_9_bar_3_bar_30)
  (receptacleAtLocation Drawer_bar__minus_00_dot_64_bar__plus_00_dot_83_bar__plus_02_dot_42 loc_bar_2_bar_11_bar_3_bar_30)
  (receptacleAtLocation Fridge_bar__minus_00_dot_91_bar__plus_00_dot_00_bar__minus_00_dot_41 loc_bar_0_bar__minus_1_bar_3_bar_0)
  (receptacleAtLocation GarbageCan_bar__plus_00_dot_62_bar__plus_00_dot_84_bar__plus_02_dot_57 loc_bar_4_bar_12_bar_2_bar_30)
  (receptacleAtLocation Microwave_bar__plus_01_dot_94_bar__plus_01_dot_75_bar__minus_01_dot_83 loc_bar_8_bar__minus_4_bar_2_bar__minus_30)
  (receptacleAtLocation Sink_bar__minus_00_dot_72_bar__plus_01_dot_02_bar__plus_01_dot_33_bar_SinkBasin loc_bar_0_bar_6_bar_3_bar_30)
  (receptacleAtLocation StoveBurner_bar__plus_00_dot_52_bar__plus_00_dot_30_bar__plus_00_dot_17 loc_bar_2_bar_3_bar_2_bar_45)
  (receptacleAtLocation StoveBurner_bar__plus_00_dot_71_bar__plus_01_dot_22_bar__plus_00_dot_00 loc_bar_2_bar_3_bar_2_bar_60)
  (receptacleAtLocation StoveBurner_bar__plus_00_dot_87_bar__plus_01_dot_30_bar__plus_01_dot_58 loc_bar_4_bar_9_bar_2_bar_45)
  (receptacleAtLocation StoveBurner_bar__plus_01_dot_01_bar__plus_00_dot_89_bar__plus_01_dot_69 loc_bar_4_bar_9_bar_2_bar_60)
  (receptacleAtLocation Toaster_bar__minus_00_dot_75_bar__plus_00_dot_52_bar__plus_02_dot_23 loc_bar_0_bar_9_bar_3_bar_30)
  (objectAtLocation Chair_bar__plus_01_dot_90_bar__plus_01_dot_46_bar__plus_04_dot_27 loc_bar_4_bar_17_bar_1_bar_30)
  (objectAtLocation Chair_bar__plus_02_dot_09_bar__plus_00_dot_44_bar__plus_03_dot_81 loc_bar_9_bar_12_bar_0_bar_30)
  (objectAtLocation HousePlant_bar__minus_00_dot_60_bar__plus_00_dot_03_bar__plus_02_dot_17 loc_bar_0_bar_9_bar_3_bar_30)
  (objectAtLocation LightSwitch_bar__plus_00_dot_25_bar__plus_00_dot_65_bar__plus_00_dot_22 loc_bar_2_bar__minus_1_bar_0_bar_30)
  (objectAtLocation Sink_bar__minus_00_dot_72_bar__plus_01_dot_02_bar__plus_01_dot_33 loc_bar_0_bar_6_bar_3_bar_30)
  (objectAtLocation StoveKnob_bar__minus_00_dot_13_bar__plus_00_dot_77_bar__plus_00_dot_78 loc_bar_1_bar_6_bar_2_bar_30)
  (objectAtLocation StoveKnob_bar__minus_00_dot_12_bar__plus_01_dot_17_bar__plus_00_dot_96 loc_bar_1_bar_6_bar_2_bar_30)
  (objectAtLocation StoveKnob_bar__plus_00_dot_17_bar__plus_00_dot_10_bar__plus_03_dot_32 loc_bar_1_bar_16_bar_2_bar_30)
  (objectAtLocation StoveKnob_bar__plus_00_dot_31_bar__plus_01_dot_23_bar__plus_02_dot_31 loc_bar_1_bar_8_bar_0_bar_30)
  (objectAtLocation Window_bar__plus_00_dot_50_bar__plus_00_dot_00_bar__minus_02_dot_20 loc_bar_2_bar__minus_5_bar_2_bar_30)
  (objectAtLocation Window_bar__plus_01_dot_90_bar__plus_01_dot_23_bar__minus_00_dot_05 loc_bar_6_bar_0_bar_1_bar_30)
  (objectAtLocation Apple_bar__minus_00_dot_59_bar__plus_00_dot_21_bar__minus_00_dot_06 loc_bar_0_bar__minus_1_bar_3_bar_0)
  (objectAtLocation Apple_bar__minus_00_dot_61_bar__plus_00_dot_76_bar__plus_01_dot_31 loc_bar_0_bar_6_bar_3_bar_30)
  (objectAtLocation Apple_bar__minus_00_dot_89_bar__plus_01_dot_55_bar__minus_00_dot_63 loc_bar_0_bar__minus_1_bar_3_bar_0)
  (objectAtLocation Bowl_bar__plus_02_dot_17_bar__plus_00_dot_33_bar__minus_00_dot_37 loc_bar_7_bar__minus_3_bar_1_bar__minus_30)
  (objectAtLocation Bowl_bar__plus_02_dot_15_bar__plus_01_dot_27_bar__minus_00_dot_90 loc_bar_6_bar__minus_3_bar_1_bar_30)
  (objectAtLocation Bowl_bar__plus_01_dot_82_bar__plus_00_dot_79_bar__minus_00_dot_22 loc_bar_6_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Bread_bar__plus_03_dot_12_bar__plus_01_dot_28_bar__minus_00_dot_69 loc_bar_9_bar__minus_2_bar_1_bar_30)
  (objectAtLocation ButterKnife_bar__plus_02_dot_85_bar__plus_01_dot_12_bar__minus_00_dot_56 loc_bar_9_bar__minus_2_bar_1_bar_30)
  (objectAtLocation ButterKnife_bar__plus_02_dot_84_bar__plus_01_dot_18_bar__minus_00_dot_65 loc_bar_9_bar__minus_2_bar_1_bar_30)
  (objectAtLocation Cup_bar__plus_02_dot_57_bar__plus_00_dot_28_bar__plus_03_dot_35 loc_bar_10_bar_12_bar_0_bar_30)
  (objectAtLocation Cup_bar__minus_00_dot_77_bar__plus_00_dot_61_bar__plus_01_dot_12 loc_bar_0_bar_6_bar_3_bar_30)
  (objectAtLocation Cup_bar__plus_02_dot_75_bar__plus_00_dot_23_bar__minus_00_dot_43 loc_bar_9_bar__minus_2_bar_1_bar_30)
  (objectAtLocation DishSponge_bar__plus_02_dot_83_bar__plus_01_dot_73_bar__minus_00_dot_69 loc_bar_8_bar__minus_4_bar_1_bar__minus_30)
  (objectAtLocation Egg_bar__minus_00_dot_32_bar__plus_00_dot_95_bar__plus_01_dot_87 loc_bar_0_bar_9_bar_3_bar_30)
  (objectAtLocation Fork_bar__plus_02_dot_34_bar__plus_00_dot_28_bar__minus_00_dot_15 loc_bar_8_bar__minus_3_bar_0_bar_30)
  (objectAtLocation Fork_bar__minus_00_dot_52_bar__plus_00_dot_47_bar__plus_01_dot_85 loc_bar_0_bar_6_bar_3_bar_30)
  (objectAtLocation Glassbottle_bar__minus_00_dot_49_bar__plus_01_dot_24_bar__plus_02_dot_03 loc_bar_0_bar_9_bar_3_bar_30)
  (objectAtLocation Glassbottle_bar__plus_01_dot_38_bar__plus_00_dot_19_bar__minus_01_dot_26 loc_bar_7_bar__minus_2_bar_2_bar_30)
  (objectAtLocation Knife_bar__plus_02_dot_48_bar__plus_01_dot_72_bar__plus_03_dot_39 loc_bar_10_bar_12_bar_0_bar_30)
  (objectAtLocation Knife_bar__minus_00_dot_40_bar__plus_00_dot_98_bar__plus_01_dot_99 loc_bar_0_bar_9_bar_3_bar_30)
  (objectAtLocation Knife_bar__plus_02_dot_66_bar__plus_00_dot_12_bar__minus_00_dot_52 loc_bar_9_bar__minus_2_bar_1_bar_30)
  (objectAtLocation Ladle_bar__plus_02_dot_14_bar__plus_00_dot_51_bar__plus_03_dot_53 loc_bar_10_bar_12_bar_0_bar_30)
  (objectAtLocation Lettuce_bar__plus_02_dot_94_bar__plus_01_dot_58_bar__minus_00_dot_83 loc_bar_9_bar__minus_2_bar_1_bar_30)
  (objectAtLocation Mug_bar__plus_02_dot_66_bar__plus_00_dot_48_bar__minus_00_dot_55 loc_bar_8_bar__minus_2_bar_1_bar__minus_30)
  (objectAtLocation Mug_bar__plus_02_dot_46_bar__plus_01_dot_73_bar__plus_03_dot_33 loc_bar_10_bar_12_bar_0_bar_30)
  (objectAtLocation Pan_bar__plus_02_dot_36_bar__plus_00_dot_11_bar__plus_03_dot_61 loc_bar_10_bar_12_bar_0_bar_30)
  (objectAtLocation PaperTowelRoll_bar__minus_00_dot_98_bar__plus_01_dot_22_bar__plus_02_dot_64 loc_bar_0_bar_9_bar_3_bar_30)
  (objectAtLocation PepperShaker_bar__plus_02_dot_72_bar__plus_00_dot_35_bar__plus_03_dot_62 loc_bar_10_bar_12_bar_0_bar_30)
  (objectAtLocation PepperShaker_bar__minus_00_dot_47_bar__plus_01_dot_48_bar__plus_00_dot_23 loc_bar_2_bar_2_bar_3_bar_30)
  (objectAtLocation Plate_bar__plus_02_dot_48_bar__plus_01_dot_16_bar__minus_01_dot_97 loc_bar_9_bar__minus_4_bar_2_bar__minus_30)
  (objectAtLocation Pot_bar__plus_01_dot_64_bar__plus_00_dot_65_bar__minus_01_dot_03 loc_bar_7_bar__minus_2_bar_2_bar_30)
  (objectAtLocation Potato_bar__plus_01_dot_03_bar__plus_01_dot_75_bar__plus_02_dot_41 loc_bar_4_bar_12_bar_2_bar_30)
  (objectAtLocation Potato_bar__plus_02_dot_58_bar__plus_00_dot_54_bar__minus_00_dot_69 loc_bar_9_bar__minus_2_bar_1_bar_30)
  (objectAtLocation SaltShaker_bar__minus_00_dot_14_bar__plus_00_dot_95_bar__plus_02_dot_49 loc_bar_2_bar_9_bar_3_bar_30)
  (objectAtLocation SoapBottle_bar__minus_00_dot_67_bar__plus_01_dot_62_bar__plus_02_dot_65 loc_bar_0_bar_9_bar_3_bar_30)
  (objectAtLocation SoapBottle_bar__minus_00_dot_90_bar__plus_01_dot_11_bar__plus_01_dot_38 loc_bar_0_bar_7_bar_3_bar__minus_30)
  (objectAtLocation Spatula_bar__minus_00_dot_99_bar__plus_00_dot_25_bar__plus_02_dot_29 loc_bar_0_bar_9_bar_3_bar_30)
  (objectAtLocation Spoon_bar__minus_00_dot_32_bar__plus_00_dot_61_bar__plus_01_dot_84 loc_bar_0_bar_6_bar_3_bar_30)
  (objectAtLocation Spoon_bar__plus_02_dot_73_bar__plus_00_dot_55_bar__plus_00_dot_36 loc_bar_7_bar_0_bar_1_bar_30)
  (objectAtLocation Spoon_bar__plus_01_dot_91_bar__plus_01_dot_66_bar__plus_02_dot_74 loc_bar_6_bar_11_bar_1_bar_30)
  (objectAtLocation Tomato_bar__plus_03_dot_24_bar__plus_00_dot_55_bar__minus_00_dot_81 loc_bar_9_bar__minus_2_bar_1_bar_30)
  (objectAtLocation Tomato_bar__minus_00_dot_70_bar__plus_01_dot_38_bar__minus_00_dot_55 loc_bar_0_bar__minus_1_bar_3_bar_0)
  (objectAtLocation Tomato_bar__minus_00_dot_44_bar__plus_00_dot_23_bar__plus_02_dot_05 loc_bar_0_bar_9_bar_3_bar_30)
  (objectAtLocation WineBottle_bar__plus_02_dot_20_bar__plus_00_dot_54_bar__plus_00_dot_40 loc_bar_6_bar_1_bar_1_bar_30)
  )

        (:goal
            (and
                (exists (?r - receptacle)
                    (exists (?o - object)
                        (and
                            (cleanable ?o)
                            (objectType ?o AppleType)
                            (receptacleType ?r CounterTopType)
                            (isClean ?o)
                            (inReceptacle ?o ?r)
                        )
                    )
                )
            )
        )
    )
    