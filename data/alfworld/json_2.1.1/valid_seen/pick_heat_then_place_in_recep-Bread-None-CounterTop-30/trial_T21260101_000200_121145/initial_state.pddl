
(define (problem plan_trial_T21260101_000200_121145)
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
  Apple_bar__plus_01_dot_36_bar__plus_00_dot_06_bar__minus_01_dot_11 - object
  Apple_bar__minus_00_dot_90_bar__plus_01_dot_71_bar__plus_00_dot_83 - object
  Bowl_bar__minus_01_dot_18_bar__plus_00_dot_85_bar__plus_00_dot_32 - object
  Bread_bar__plus_00_dot_97_bar__plus_01_dot_12_bar__minus_00_dot_03 - object
  Bread_bar__plus_01_dot_12_bar__plus_00_dot_57_bar__minus_01_dot_25 - object
  Bread_bar__plus_01_dot_24_bar__plus_00_dot_93_bar__minus_01_dot_22 - object
  ButterKnife_bar__plus_00_dot_55_bar__plus_01_dot_21_bar__minus_00_dot_86 - object
  ButterKnife_bar__minus_00_dot_29_bar__plus_00_dot_24_bar__minus_00_dot_28 - object
  ButterKnife_bar__plus_00_dot_00_bar__plus_01_dot_68_bar__plus_00_dot_10 - object
  CellPhone_bar__plus_03_dot_45_bar__plus_01_dot_57_bar__minus_00_dot_47 - object
  CellPhone_bar__minus_00_dot_14_bar__plus_00_dot_14_bar__plus_01_dot_06 - object
  CellPhone_bar__plus_02_dot_33_bar__plus_01_dot_74_bar__plus_00_dot_63 - object
  Cup_bar__minus_00_dot_79_bar__plus_01_dot_49_bar__minus_00_dot_42 - object
  Cup_bar__plus_00_dot_68_bar__plus_01_dot_68_bar__plus_00_dot_03 - object
  Cup_bar__plus_02_dot_38_bar__plus_00_dot_73_bar__minus_00_dot_11 - object
  DishSponge_bar__plus_00_dot_26_bar__plus_00_dot_23_bar__minus_00_dot_43 - object
  Egg_bar__plus_00_dot_72_bar__plus_00_dot_10_bar__minus_00_dot_98 - object
  Fork_bar__plus_00_dot_03_bar__plus_01_dot_04_bar__plus_00_dot_25 - object
  Glassbottle_bar__minus_01_dot_02_bar__plus_01_dot_72_bar__plus_00_dot_89 - object
  Kettle_bar__plus_02_dot_94_bar__plus_00_dot_78_bar__minus_00_dot_07 - object
  Knife_bar__minus_00_dot_96_bar__plus_00_dot_99_bar__plus_00_dot_38 - object
  Knife_bar__plus_00_dot_21_bar__plus_01_dot_19_bar__plus_00_dot_02 - object
  Ladle_bar__plus_02_dot_93_bar__plus_01_dot_66_bar__minus_01_dot_34 - object
  Ladle_bar__plus_02_dot_27_bar__plus_00_dot_65_bar__plus_00_dot_09 - object
  Lettuce_bar__plus_01_dot_15_bar__plus_01_dot_29_bar__plus_00_dot_10 - object
  Mug_bar__plus_00_dot_02_bar__plus_01_dot_57_bar__minus_01_dot_49 - object
  Mug_bar__minus_01_dot_15_bar__plus_01_dot_10_bar__plus_00_dot_51 - object
  Pan_bar__plus_00_dot_97_bar__plus_00_dot_16_bar__minus_01_dot_02 - object
  Pan_bar__plus_01_dot_12_bar__plus_01_dot_46_bar__minus_00_dot_20 - object
  Pan_bar__plus_00_dot_74_bar__plus_00_dot_56_bar__minus_01_dot_51 - object
  PepperShaker_bar__plus_00_dot_92_bar__plus_01_dot_19_bar__minus_01_dot_42 - object
  PepperShaker_bar__plus_02_dot_94_bar__plus_01_dot_07_bar__minus_01_dot_38 - object
  PepperShaker_bar__plus_03_dot_29_bar__plus_01_dot_51_bar__minus_00_dot_54 - object
  Plate_bar__plus_00_dot_17_bar__plus_01_dot_11_bar__minus_01_dot_10 - object
  Plate_bar__plus_01_dot_30_bar__plus_00_dot_22_bar__minus_01_dot_42 - object
  Pot_bar__minus_00_dot_68_bar__plus_01_dot_62_bar__minus_00_dot_48 - object
  Pot_bar__plus_00_dot_54_bar__plus_00_dot_87_bar__minus_01_dot_20 - object
  Pot_bar__plus_01_dot_06_bar__plus_01_dot_27_bar__minus_01_dot_22 - object
  Potato_bar__minus_00_dot_99_bar__plus_00_dot_83_bar__plus_00_dot_47 - object
  Potato_bar__plus_01_dot_06_bar__plus_00_dot_93_bar__minus_01_dot_06 - object
  SaltShaker_bar__plus_00_dot_00_bar__plus_00_dot_95_bar__minus_01_dot_41 - object
  SoapBottle_bar__minus_00_dot_93_bar__plus_01_dot_16_bar__plus_00_dot_66 - object
  SoapBottle_bar__minus_00_dot_58_bar__plus_00_dot_44_bar__plus_01_dot_21 - object
  SoapBottle_bar__plus_02_dot_34_bar__plus_01_dot_45_bar__plus_00_dot_60 - object
  Spatula_bar__plus_01_dot_03_bar__plus_01_dot_62_bar__minus_00_dot_04 - object
  Spatula_bar__minus_00_dot_09_bar__plus_01_dot_70_bar__minus_01_dot_23 - object
  Spoon_bar__plus_00_dot_13_bar__plus_00_dot_55_bar__plus_01_dot_07 - object
  Tomato_bar__plus_01_dot_19_bar__plus_00_dot_42_bar__plus_00_dot_13 - object
  Tomato_bar__plus_00_dot_54_bar__plus_00_dot_99_bar__minus_01_dot_42 - object
  Tomato_bar__plus_01_dot_01_bar__plus_00_dot_14_bar__plus_00_dot_00 - object
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
  loc_bar_9_bar_5_bar_3_bar_30 - location
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
  (objectType Apple_bar__plus_01_dot_36_bar__plus_00_dot_06_bar__minus_01_dot_11 AppleType)
  (objectType Apple_bar__minus_00_dot_90_bar__plus_01_dot_71_bar__plus_00_dot_83 AppleType)
  (objectType Bowl_bar__minus_01_dot_18_bar__plus_00_dot_85_bar__plus_00_dot_32 BowlType)
  (objectType Bread_bar__plus_00_dot_97_bar__plus_01_dot_12_bar__minus_00_dot_03 BreadType)
  (objectType Bread_bar__plus_01_dot_12_bar__plus_00_dot_57_bar__minus_01_dot_25 BreadType)
  (objectType Bread_bar__plus_01_dot_24_bar__plus_00_dot_93_bar__minus_01_dot_22 BreadType)
  (objectType ButterKnife_bar__plus_00_dot_55_bar__plus_01_dot_21_bar__minus_00_dot_86 ButterKnifeType)
  (objectType ButterKnife_bar__minus_00_dot_29_bar__plus_00_dot_24_bar__minus_00_dot_28 ButterKnifeType)
  (objectType ButterKnife_bar__plus_00_dot_00_bar__plus_01_dot_68_bar__plus_00_dot_10 ButterKnifeType)
  (objectType CellPhone_bar__plus_03_dot_45_bar__plus_01_dot_57_bar__minus_00_dot_47 CellPhoneType)
  (objectType CellPhone_bar__minus_00_dot_14_bar__plus_00_dot_14_bar__plus_01_dot_06 CellPhoneType)
  (objectType CellPhone_bar__plus_02_dot_33_bar__plus_01_dot_74_bar__plus_00_dot_63 CellPhoneType)
  (objectType Cup_bar__minus_00_dot_79_bar__plus_01_dot_49_bar__minus_00_dot_42 CupType)
  (objectType Cup_bar__plus_00_dot_68_bar__plus_01_dot_68_bar__plus_00_dot_03 CupType)
  (objectType Cup_bar__plus_02_dot_38_bar__plus_00_dot_73_bar__minus_00_dot_11 CupType)
  (objectType DishSponge_bar__plus_00_dot_26_bar__plus_00_dot_23_bar__minus_00_dot_43 DishSpongeType)
  (objectType Egg_bar__plus_00_dot_72_bar__plus_00_dot_10_bar__minus_00_dot_98 EggType)
  (objectType Fork_bar__plus_00_dot_03_bar__plus_01_dot_04_bar__plus_00_dot_25 ForkType)
  (objectType Glassbottle_bar__minus_01_dot_02_bar__plus_01_dot_72_bar__plus_00_dot_89 GlassbottleType)
  (objectType Kettle_bar__plus_02_dot_94_bar__plus_00_dot_78_bar__minus_00_dot_07 KettleType)
  (objectType Knife_bar__minus_00_dot_96_bar__plus_00_dot_99_bar__plus_00_dot_38 KnifeType)
  (objectType Knife_bar__plus_00_dot_21_bar__plus_01_dot_19_bar__plus_00_dot_02 KnifeType)
  (objectType Ladle_bar__plus_02_dot_93_bar__plus_01_dot_66_bar__minus_01_dot_34 LadleType)
  (objectType Ladle_bar__plus_02_dot_27_bar__plus_00_dot_65_bar__plus_00_dot_09 LadleType)
  (objectType Lettuce_bar__plus_01_dot_15_bar__plus_01_dot_29_bar__plus_00_dot_10 LettuceType)
  (objectType Mug_bar__plus_00_dot_02_bar__plus_01_dot_57_bar__minus_01_dot_49 MugType)
  (objectType Mug_bar__minus_01_dot_15_bar__plus_01_dot_10_bar__plus_00_dot_51 MugType)
  (objectType Pan_bar__plus_00_dot_97_bar__plus_00_dot_16_bar__minus_01_dot_02 PanType)
  (objectType Pan_bar__plus_01_dot_12_bar__plus_01_dot_46_bar__minus_00_dot_20 PanType)
  (objectType Pan_bar__plus_00_dot_74_bar__plus_00_dot_56_bar__minus_01_dot_51 PanType)
  (objectType PepperShaker_bar__plus_00_dot_92_bar__plus_01_dot_19_bar__minus_01_dot_42 PepperShakerType)
  (objectType PepperShaker_bar__plus_02_dot_94_bar__plus_01_dot_07_bar__minus_01_dot_38 PepperShakerType)
  (objectType PepperShaker_bar__plus_03_dot_29_bar__plus_01_dot_51_bar__minus_00_dot_54 PepperShakerType)
  (objectType Plate_bar__plus_00_dot_17_bar__plus_01_dot_11_bar__minus_01_dot_10 PlateType)
  (objectType Plate_bar__plus_01_dot_30_bar__plus_00_dot_22_bar__minus_01_dot_42 PlateType)
  (objectType Pot_bar__minus_00_dot_68_bar__plus_01_dot_62_bar__minus_00_dot_48 PotType)
  (objectType Pot_bar__plus_00_dot_54_bar__plus_00_dot_87_bar__minus_01_dot_20 PotType)
  (objectType Pot_bar__plus_01_dot_06_bar__plus_01_dot_27_bar__minus_01_dot_22 PotType)
  (objectType Potato_bar__minus_00_dot_99_bar__plus_00_dot_83_bar__plus_00_dot_47 PotatoType)
  (objectType Potato_bar__plus_01_dot_06_bar__plus_00_dot_93_bar__minus_01_dot_06 PotatoType)
  (objectType SaltShaker_bar__plus_00_dot_00_bar__plus_00_dot_95_bar__minus_01_dot_41 SaltShakerType)
  (objectType SoapBottle_bar__minus_00_dot_93_bar__plus_01_dot_16_bar__plus_00_dot_66 SoapBottleType)
  (objectType SoapBottle_bar__minus_00_dot_58_bar__plus_00_dot_44_bar__plus_01_dot_21 SoapBottleType)
  (objectType SoapBottle_bar__plus_02_dot_34_bar__plus_01_dot_45_bar__plus_00_dot_60 SoapBottleType)
  (objectType Spatula_bar__plus_01_dot_03_bar__plus_01_dot_62_bar__minus_00_dot_04 SpatulaType)
  (objectType Spatula_bar__minus_00_dot_09_bar__plus_01_dot_70_bar__minus_01_dot_23 SpatulaType)
  (objectType Spoon_bar__plus_00_dot_13_bar__plus_00_dot_55_bar__plus_01_dot_07 SpoonType)
  (objectType Tomato_bar__plus_01_dot_19_bar__plus_00_dot_42_bar__plus_00_dot_13 TomatoType)
  (objectType Tomato_bar__plus_00_dot_54_bar__plus_00_dot_99_bar__minus_01_dot_42 TomatoType)
  (objectType Tomato_bar__plus_01_dot_01_bar__plus_00_dot_14_bar__plus_00_dot_00 TomatoType)
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
  (isReceptacleObject Bowl_bar__minus_01_dot_18_bar__plus_00_dot_85_bar__plus_00_dot_32)
  (isReceptacleObject Cup_bar__minus_00_dot_79_bar__plus_01_dot_49_bar__minus_00_dot_42)
  (isReceptacleObject Cup_bar__plus_00_dot_68_bar__plus_01_dot_68_bar__plus_00_dot_03)
  (isReceptacleObject Cup_bar__plus_02_dot_38_bar__plus_00_dot_73_bar__minus_00_dot_11)
  (isReceptacleObject Mug_bar__plus_00_dot_02_bar__plus_01_dot_57_bar__minus_01_dot_49)
  (isReceptacleObject Mug_bar__minus_01_dot_15_bar__plus_01_dot_10_bar__plus_00_dot_51)
  (isReceptacleObject Pan_bar__plus_00_dot_97_bar__plus_00_dot_16_bar__minus_01_dot_02)
  (isReceptacleObject Pan_bar__plus_01_dot_12_bar__plus_01_dot_46_bar__minus_00_dot_20)
  (isReceptacleObject Pan_bar__plus_00_dot_74_bar__plus_00_dot_56_bar__minus_01_dot_51)
  (isReceptacleObject Plate_bar__plus_00_dot_17_bar__plus_01_dot_11_bar__minus_01_dot_10)
  (isReceptacleObject Plate_bar__plus_01_dot_30_bar__plus_00_dot_22_bar__minus_01_dot_42)
  (isReceptacleObject Pot_bar__minus_00_dot_68_bar__plus_01_dot_62_bar__minus_00_dot_48)
  (isReceptacleObject Pot_bar__plus_00_dot_54_bar__plus_00_dot_87_bar__minus_01_dot_20)
  (isReceptacleObject Pot_bar__plus_01_dot_06_bar__plus_01_dot_27_bar__minus_01_dot_22)
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
  (atLocation agent1 loc_bar_9_bar_5_bar_3_bar_30)
  (cleanable Apple_bar__plus_01_dot_36_bar__plus_00_dot_06_bar__minus_01_dot_11)
  (cleanable Apple_bar__minus_00_dot_90_bar__plus_01_dot_71_bar__plus_00_dot_83)
  (cleanable Bowl_bar__minus_01_dot_18_bar__plus_00_dot_85_bar__plus_00_dot_32)
  (cleanable ButterKnife_bar__plus_00_dot_55_bar__plus_01_dot_21_bar__minus_00_dot_86)
  (cleanable ButterKnife_bar__minus_00_dot_29_bar__plus_00_dot_24_bar__minus_00_dot_28)
  (cleanable ButterKnife_bar__plus_00_dot_00_bar__plus_01_dot_68_bar__plus_00_dot_10)
  (cleanable Cup_bar__minus_00_dot_79_bar__plus_01_dot_49_bar__minus_00_dot_42)
  (cleanable Cup_bar__plus_00_dot_68_bar__plus_01_dot_68_bar__plus_00_dot_03)
  (cleanable Cup_bar__plus_02_dot_38_bar__plus_00_dot_73_bar__minus_00_dot_11)
  (cleanable DishSponge_bar__plus_00_dot_26_bar__plus_00_dot_23_bar__minus_00_dot_43)
  (cleanable Egg_bar__plus_00_dot_72_bar__plus_00_dot_10_bar__minus_00_dot_98)
  (cleanable Fork_bar__plus_00_dot_03_bar__plus_01_dot_04_bar__plus_00_dot_25)
  (cleanable Kettle_bar__plus_02_dot_94_bar__plus_00_dot_78_bar__minus_00_dot_07)
  (cleanable Knife_bar__minus_00_dot_96_bar__plus_00_dot_99_bar__plus_00_dot_38)
  (cleanable Knife_bar__plus_00_dot_21_bar__plus_01_dot_19_bar__plus_00_dot_02)
  (cleanable Ladle_bar__plus_02_dot_93_bar__plus_01_dot_66_bar__minus_01_dot_34)
  (cleanable Ladle_bar__plus_02_dot_27_bar__plus_00_dot_65_bar__plus_00_dot_09)
  (cleanable Lettuce_bar__plus_01_dot_15_bar__plus_01_dot_29_bar__plus_00_dot_10)
  (cleanable Mug_bar__plus_00_dot_02_bar__plus_01_dot_57_bar__minus_01_dot_49)
  (cleanable Mug_bar__minus_01_dot_15_bar__plus_01_dot_10_bar__plus_00_dot_51)
  (cleanable Pan_bar__plus_00_dot_97_bar__plus_00_dot_16_bar__minus_01_dot_02)
  (cleanable Pan_bar__plus_01_dot_12_bar__plus_01_dot_46_bar__minus_00_dot_20)
  (cleanable Pan_bar__plus_00_dot_74_bar__plus_00_dot_56_bar__minus_01_dot_51)
  (cleanable Plate_bar__plus_00_dot_17_bar__plus_01_dot_11_bar__minus_01_dot_10)
  (cleanable Plate_bar__plus_01_dot_30_bar__plus_00_dot_22_bar__minus_01_dot_42)
  (cleanable Pot_bar__minus_00_dot_68_bar__plus_01_dot_62_bar__minus_00_dot_48)
  (cleanable Pot_bar__plus_00_dot_54_bar__plus_00_dot_87_bar__minus_01_dot_20)
  (cleanable Pot_bar__plus_01_dot_06_bar__plus_01_dot_27_bar__minus_01_dot_22)
  (cleanable Potato_bar__minus_00_dot_99_bar__plus_00_dot_83_bar__plus_00_dot_47)
  (cleanable Potato_bar__plus_01_dot_06_bar__plus_00_dot_93_bar__minus_01_dot_06)
  (cleanable Spatula_bar__plus_01_dot_03_bar__plus_01_dot_62_bar__minus_00_dot_04)
  (cleanable Spatula_bar__minus_00_dot_09_bar__plus_01_dot_70_bar__minus_01_dot_23)
  (cleanable Spoon_bar__plus_00_dot_13_bar__plus_00_dot_55_bar__plus_01_dot_07)
  (cleanable Tomato_bar__plus_01_dot_19_bar__plus_00_dot_42_bar__plus_00_dot_13)
  (cleanable Tomato_bar__plus_00_dot_54_bar__plus_00_dot_99_bar__minus_01_dot_42)
  (cleanable Tomato_bar__plus_01_dot_01_bar__plus_00_dot_14_bar__plus_00_dot_00)
  (heatable Apple_bar__plus_01_dot_36_bar__plus_00_dot_06_bar__minus_01_dot_11)
  (heatable Apple_bar__minus_00_dot_90_bar__plus_01_dot_71_bar__plus_00_dot_83)
  (heatable Bread_bar__plus_00_dot_97_bar__plus_01_dot_12_bar__minus_00_dot_03)
  (heatable Bread_bar__plus_01_dot_12_bar__plus_00_dot_57_bar__minus_01_dot_25)
  (heatable Bread_bar__plus_01_dot_24_bar__plus_00_dot_93_bar__minus_01_dot_22)
  (heatable Cup_bar__minus_00_dot_79_bar__plus_01_dot_49_bar__minus_00_dot_42)
  (heatable Cup_bar__plus_00_dot_68_bar__plus_01_dot_68_bar__plus_00_dot_03)
  (heatable Cup_bar__plus_02_dot_38_bar__plus_00_dot_73_bar__minus_00_dot_11)
  (heatable Egg_bar__plus_00_dot_72_bar__plus_00_dot_10_bar__minus_00_dot_98)
  (heatable Mug_bar__plus_00_dot_02_bar__plus_01_dot_57_bar__minus_01_dot_49)
  (heatable Mug_bar__minus_01_dot_15_bar__plus_01_dot_10_bar__plus_00_dot_51)
  (heatable Plate_bar__plus_00_dot_17_bar__plus_01_dot_11_bar__minus_01_dot_10)
  (heatable Plate_bar__plus_01_dot_30_bar__plus_00_dot_22_bar__minus_01_dot_42)
  (heatable Potato_bar__minus_00_dot_99_bar__plus_00_dot_83_bar__plus_00_dot_47)
  (heatable Potato_bar__plus_01_dot_06_bar__plus_00_dot_93_bar__minus_01_dot_06)
  (heatable Tomato_bar__plus_01_dot_19_bar__plus_00_dot_42_bar__plus_00_dot_13)
  (heatable Tomato_bar__plus_00_dot_54_bar__plus_00_dot_99_bar__minus_01_dot_42)
  (heatable Tomato_bar__plus_01_dot_01_bar__plus_00_dot_14_bar__plus_00_dot_00)
  (coolable Apple_bar__plus_01_dot_36_bar__plus_00_dot_06_bar__minus_01_dot_11)
  (coolable Apple_bar__minus_00_dot_90_bar__plus_01_dot_71_bar__plus_00_dot_83)
  (coolable Bowl_bar__minus_01_dot_18_bar__plus_00_dot_85_bar__plus_00_dot_32)
  (coolable Bread_bar__plus_00_dot_97_bar__plus_01_dot_12_bar__minus_00_dot_03)
  (coolable Bread_bar__plus_01_dot_12_bar__plus_00_dot_57_bar__minus_01_dot_25)
  (coolable Bread_bar__plus_01_dot_24_bar__plus_00_dot_93_bar__minus_01_dot_22)
  (coolable Cup_bar__minus_00_dot_79_bar__plus_01_dot_49_bar__minus_00_dot_42)
  (coolable Cup_bar__plus_00_dot_68_bar__plus_01_dot_68_bar__plus_00_dot_03)
  (coolable Cup_bar__plus_02_dot_38_bar__plus_00_dot_73_bar__minus_00_dot_11)
  (coolable Egg_bar__plus_00_dot_72_bar__plus_00_dot_10_bar__minus_00_dot_98)
  (coolable Lettuce_bar__plus_01_dot_15_bar__plus_01_dot_29_bar__plus_00_dot_10)
  (coolable Mug_bar__plus_00_dot_02_bar__plus_01_dot_57_bar__minus_01_dot_49)
  (coolable Mug_bar__minus_01_dot_15_bar__plus_01_dot_10_bar__plus_00_dot_51)
  (coolable Pan_bar__plus_00_dot_97_bar__plus_00_dot_16_bar__minus_01_dot_02)
  (coolable Pan_bar__plus_01_dot_12_bar__plus_01_dot_46_bar__minus_00_dot_20)
  (coolable Pan_bar__plus_00_dot_74_bar__plus_00_dot_56_bar__minus_01_dot_51)
  (coolable Plate_bar__plus_00_dot_17_bar__plus_01_dot_11_bar__minus_01_dot_10)
  (coolable Plate_bar__plus_01_dot_30_bar__plus_00_dot_22_bar__minus_01_dot_42)
  (coolable Pot_bar__minus_00_dot_68_bar__plus_01_dot_62_bar__minus_00_dot_48)
  (coolable Pot_bar__plus_00_dot_54_bar__plus_00_dot_87_bar__minus_01_dot_20)
  (coolable Pot_bar__plus_01_dot_06_bar__plus_01_dot_27_bar__minus_01_dot_22)
  (coolable Potato_bar__minus_00_dot_99_bar__plus_00_dot_83_bar__plus_00_dot_47)
  (coolable Potato_bar__plus_01_dot_06_bar__plus_00_dot_93_bar__minus_01_dot_06)
  (coolable Tomato_bar__plus_01_dot_19_bar__plus_00_dot_42_bar__plus_00_dot_13)
  (coolable Tomato_bar__plus_00_dot_54_bar__plus_00_dot_99_bar__minus_01_dot_42)
  (coolable Tomato_bar__plus_01_dot_01_bar__plus_00_dot_14_bar__plus_00_dot_00)
  (sliceable Apple_bar__plus_01_dot_36_bar__plus_00_dot_06_bar__minus_01_dot_11)
  (sliceable Apple_bar__minus_00_dot_90_bar__plus_01_dot_71_bar__plus_00_dot_83)
  (sliceable Bread_bar__plus_00_dot_97_bar__plus_01_dot_12_bar__minus_00_dot_03)
  (sliceable Bread_bar__plus_01_dot_12_bar__plus_00_dot_57_bar__minus_01_dot_25)
  (sliceable Bread_bar__plus_01_dot_24_bar__plus_00_dot_93_bar__minus_01_dot_22)
  (sliceable Egg_bar__plus_00_dot_72_bar__plus_00_dot_10_bar__minus_00_dot_98)
  (sliceable Lettuce_bar__plus_01_dot_15_bar__plus_01_dot_29_bar__plus_00_dot_10)
  (sliceable Potato_bar__minus_00_dot_99_bar__plus_00_dot_83_bar__plus_00_dot_47)
  (sliceable Potato_bar__plus_01_dot_06_bar__plus_00_dot_93_bar__minus_01_dot_06)
  (sliceable Tomato_bar__plus_01_dot_19_bar__plus_00_dot_42_bar__plus_00_dot_13)
  (sliceable Tomato_bar__plus_00_dot_54_bar__plus_00_dot_99_bar__minus_01_dot_42)
  (sliceable Tomato_bar__plus_01_dot_01_bar__plus_00_dot_14_bar__plus_00_dot_00)
  (pickupable Apple_bar__plus_01_dot_36_bar__plus_00_dot_06_bar__minus_01_dot_11)
  (pickupable Apple_bar__minus_00_dot_90_bar__plus_01_dot_71_bar__plus_00_dot_83)
  (pickupable Bowl_bar__minus_01_dot_18_bar__plus_00_dot_85_bar__plus_00_dot_32)
  (pickupable Bread_bar__plus_00_dot_97_bar__plus_01_dot_12_bar__minus_00_dot_03)
  (pickupable Bread_bar__plus_01_dot_12_bar__plus_00_dot_57_bar__minus_01_dot_25)
  (pickupable Bread_bar__plus_01_dot_24_bar__plus_00_dot_93_bar__minus_01_dot_22)
  (pickupable ButterKnife_bar__plus_00_dot_55_bar__plus_01_dot_21_bar__minus_00_dot_86)
  (pickupable ButterKnife_bar__minus_00_dot_29_bar__plus_00_dot_24_bar__minus_00_dot_28)
  (pickupable ButterKnife_bar__plus_00_dot_00_bar__plus_01_dot_68_bar__plus_00_dot_10)
  (pickupable CellPhone_bar__plus_03_dot_45_bar__plus_01_dot_57_bar__minus_00_dot_47)
  (pickupable CellPhone_bar__minus_00_dot_14_bar__plus_00_dot_14_bar__plus_01_dot_06)
  (pickupable CellPhone_bar__plus_02_dot_33_bar__plus_01_dot_74_bar__plus_00_dot_63)
  (pickupable Cup_bar__minus_00_dot_79_bar__plus_01_dot_49_bar__minus_00_dot_42)
  (pickupable Cup_bar__plus_00_dot_68_bar__plus_01_dot_68_bar__plus_00_dot_03)
  (pickupable Cup_bar__plus_02_dot_38_bar__plus_00_dot_73_bar__minus_00_dot_11)
  (pickupable DishSponge_bar__plus_00_dot_26_bar__plus_00_dot_23_bar__minus_00_dot_43)
  (pickupable Egg_bar__plus_00_dot_72_bar__plus_00_dot_10_bar__minus_00_dot_98)
  (pickupable Fork_bar__plus_00_dot_03_bar__plus_01_dot_04_bar__plus_00_dot_25)
  (pickupable Glassbottle_bar__minus_01_dot_02_bar__plus_01_dot_72_bar__plus_00_dot_89)
  (pickupable Kettle_bar__plus_02_dot_94_bar__plus_00_dot_78_bar__minus_00_dot_07)
  (pickupable Knife_bar__minus_00_dot_96_bar__plus_00_dot_99_bar__plus_00_dot_38)
  (pickupable Knife_bar__plus_00_dot_21_bar__plus_01_dot_19_bar__plus_00_dot_02)
  (pickupable Ladle_bar__plus_02_dot_93_bar__plus_01_dot_66_bar__minus_01_dot_34)
  (pickupable Ladle_bar__plus_02_dot_27_bar__plus_00_dot_65_bar__plus_00_dot_09)
  (pickupable Lettuce_bar__plus_01_dot_15_bar__plus_01_dot_29_bar__plus_00_dot_10)
  (pickupable Mug_bar__plus_00_dot_02_bar__plus_01_dot_57_bar__minus_01_dot_49)
  (pickupable Mug_bar__minus_01_dot_15_bar__plus_01_dot_10_bar__plus_00_dot_51)
  (pickupable Pan_bar__plus_00_dot_97_bar__plus_00_dot_16_bar__minus_01_dot_02)
  (pickupable Pan_bar__plus_01_dot_12_bar__plus_01_dot_46_bar__minus_00_dot_20)
  (pickupable Pan_bar__plus_00_dot_74_bar__plus_00_dot_56_bar__minus_01_dot_51)
  (pickupable PepperShaker_bar__plus_00_dot_92_bar__plus_01_dot_19_bar__minus_01_dot_42)
  (pickupable PepperShaker_bar__plus_02_dot_94_bar__plus_01_dot_07_bar__minus_01_dot_38)
  (pickupable PepperShaker_bar__plus_03_dot_29_bar__plus_01_dot_51_bar__minus_00_dot_54)
  (pickupable Plate_bar__plus_00_dot_17_bar__plus_01_dot_11_bar__minus_01_dot_10)
  (pickupable Plate_bar__plus_01_dot_30_bar__plus_00_dot_22_bar__minus_01_dot_42)
  (pickupable Pot_bar__minus_00_dot_68_bar__plus_01_dot_62_bar__minus_00_dot_48)
  (pickupable Pot_bar__plus_00_dot_54_bar__plus_00_dot_87_bar__minus_01_dot_20)
  (pickupable Pot_bar__plus_01_dot_06_bar__plus_01_dot_27_bar__minus_01_dot_22)
  (pickupable Potato_bar__minus_00_dot_99_bar__plus_00_dot_83_bar__plus_00_dot_47)
  (pickupable Potato_bar__plus_01_dot_06_bar__plus_00_dot_93_bar__minus_01_dot_06)
  (pickupable SaltShaker_bar__plus_00_dot_00_bar__plus_00_dot_95_bar__minus_01_dot_41)
  (pickupable SoapBottle_bar__minus_00_dot_93_bar__plus_01_dot_16_bar__plus_00_dot_66)
  (pickupable SoapBottle_bar__minus_00_dot_58_bar__plus_00_dot_44_bar__plus_01_dot_21)
  (pickupable SoapBottle_bar__plus_02_dot_34_bar__plus_01_dot_45_bar__plus_00_dot_60)
  (pickupable Spatula_bar__plus_01_dot_03_bar__plus_01_dot_62_bar__minus_00_dot_04)
  (pickupable Spatula_bar__minus_00_dot_09_bar__plus_01_dot_70_bar__minus_01_dot_23)
  (pickupable Spoon_bar__plus_00_dot_13_bar__plus_00_dot_55_bar__plus_01_dot_07)
  (pickupable Tomato_bar__plus_01_dot_19_bar__plus_00_dot_42_bar__plus_00_dot_13)
  (pickupable Tomato_bar__plus_00_dot_54_bar__plus_00_dot_99_bar__minus_01_dot_42)
  (pickupable Tomato_bar__plus_01_dot_01_bar__plus_00_dot_14_bar__plus_00_dot_00)
  (inReceptacleObject Lettuce_bar__plus_01_dot_15_bar__plus_01_dot_29_bar__plus_00_dot_10 Pan_bar__plus_01_dot_12_bar__plus_01_dot_46_bar__minus_00_dot_20)
  (inReceptacle HousePlant_bar__plus_03_dot_00_bar__plus_00_dot_46_bar__minus_00_dot_36 CounterTop_bar__plus_03_dot_11_bar__plus_00_dot_94_bar__plus_00_dot_02)
  (inReceptacle Apple_bar__plus_01_dot_36_bar__plus_00_dot_06_bar__minus_01_dot_11 Fridge_bar__plus_01_dot_01_bar__plus_00_dot_03_bar__minus_01_dot_47)
  (inReceptacle Apple_bar__minus_00_dot_90_bar__plus_01_dot_71_bar__plus_00_dot_83 CounterTop_bar__minus_01_dot_01_bar__plus_00_dot_94_bar__minus_00_dot_04)
  (inReceptacle Bowl_bar__minus_01_dot_18_bar__plus_00_dot_85_bar__plus_00_dot_32 CounterTop_bar__minus_01_dot_01_bar__plus_00_dot_94_bar__minus_00_dot_04)
  (inReceptacle Bread_bar__plus_00_dot_97_bar__plus_01_dot_12_bar__minus_00_dot_03 GarbageCan_bar__plus_00_dot_60_bar__plus_01_dot_54_bar__minus_00_dot_02)
  (inReceptacle Bread_bar__plus_01_dot_12_bar__plus_00_dot_57_bar__minus_01_dot_25 Fridge_bar__plus_01_dot_01_bar__plus_00_dot_03_bar__minus_01_dot_47)
  (inReceptacle Bread_bar__plus_01_dot_24_bar__plus_00_dot_93_bar__minus_01_dot_22 Fridge_bar__plus_01_dot_01_bar__plus_00_dot_03_bar__minus_01_dot_47)
  (inReceptacle ButterKnife_bar__plus_00_dot_55_bar__plus_01_dot_21_bar__minus_00_dot_86 Drawer_bar__minus_00_dot_05_bar__plus_00_dot_38_bar__minus_01_dot_32)
  (inReceptacle ButterKnife_bar__minus_00_dot_29_bar__plus_00_dot_24_bar__minus_00_dot_28 Drawer_bar__minus_00_dot_68_bar__plus_00_dot_39_bar__minus_00_dot_70)
  (inReceptacle ButterKnife_bar__plus_00_dot_00_bar__plus_01_dot_68_bar__plus_00_dot_10 Drawer_bar__minus_00_dot_86_bar__plus_00_dot_39_bar__plus_00_dot_66)
  (inReceptacle CellPhone_bar__plus_03_dot_45_bar__plus_01_dot_57_bar__minus_00_dot_47 CounterTop_bar__plus_03_dot_11_bar__plus_00_dot_94_bar__plus_00_dot_02)
  (inReceptacle CellPhone_bar__minus_00_dot_14_bar__plus_00_dot_14_bar__plus_01_dot_06 Drawer_bar__minus_00_dot_86_bar__plus_00_dot_19_bar__plus_01_dot_43)
  (inReceptacle CellPhone_bar__plus_02_dot_33_bar__plus_01_dot_74_bar__plus_00_dot_63 Drawer_bar__plus_03_dot_02_bar__plus_00_dot_77_bar__plus_00_dot_70)
  (inReceptacle Cup_bar__minus_00_dot_79_bar__plus_01_dot_49_bar__minus_00_dot_42 Cabinet_bar__minus_00_dot_71_bar__plus_01_dot_96_bar__minus_00_dot_82)
  (inReceptacle Cup_bar__plus_00_dot_68_bar__plus_01_dot_68_bar__plus_00_dot_03 CounterTop_bar__plus_01_dot_21_bar__plus_00_dot_94_bar__plus_00_dot_46)
  (inReceptacle Cup_bar__plus_02_dot_38_bar__plus_00_dot_73_bar__minus_00_dot_11 Cabinet_bar__plus_02_dot_85_bar__plus_00_dot_42_bar__plus_00_dot_41)
  (inReceptacle DishSponge_bar__plus_00_dot_26_bar__plus_00_dot_23_bar__minus_00_dot_43 Drawer_bar__minus_00_dot_68_bar__plus_00_dot_19_bar__minus_00_dot_70)
  (inReceptacle Egg_bar__plus_00_dot_72_bar__plus_00_dot_10_bar__minus_00_dot_98 Fridge_bar__plus_01_dot_01_bar__plus_00_dot_03_bar__minus_01_dot_47)
  (inReceptacle Fork_bar__plus_00_dot_03_bar__plus_01_dot_04_bar__plus_00_dot_25 Drawer_bar__minus_00_dot_86_bar__plus_00_dot_77_bar__minus_00_dot_10)
  (inReceptacle Glassbottle_bar__minus_01_dot_02_bar__plus_01_dot_72_bar__plus_00_dot_89 CounterTop_bar__minus_01_dot_01_bar__plus_00_dot_94_bar__minus_00_dot_04)
  (inReceptacle Kettle_bar__plus_02_dot_94_bar__plus_00_dot_78_bar__minus_00_dot_07 Sink_bar__plus_03_dot_08_bar__plus_00_dot_89_bar__plus_00_dot_09_bar_SinkBasin)
  (inReceptacle Knife_bar__minus_00_dot_96_bar__plus_00_dot_99_bar__plus_00_dot_38 CounterTop_bar__minus_01_dot_01_bar__plus_00_dot_94_bar__minus_00_dot_04)
  (inReceptacle Knife_bar__plus_00_dot_21_bar__plus_01_dot_19_bar__plus_00_dot_02 Drawer_bar__minus_00_dot_86_bar__plus_00_dot_58_bar__plus_00_dot_66)
  (inReceptacle Ladle_bar__plus_02_dot_93_bar__plus_01_dot_66_bar__minus_01_dot_34 Cabinet_bar__plus_03_dot_07_bar__plus_01_dot_67_bar__minus_00_dot_71)
  (inReceptacle Ladle_bar__plus_02_dot_27_bar__plus_00_dot_65_bar__plus_00_dot_09 Drawer_bar__plus_03_dot_02_bar__plus_00_dot_77_bar__minus_00_dot_41)
  (inReceptacle Lettuce_bar__plus_01_dot_15_bar__plus_01_dot_29_bar__plus_00_dot_10 CounterTop_bar__plus_01_dot_21_bar__plus_00_dot_94_bar__plus_00_dot_46)
  (inReceptacle Mug_bar__plus_00_dot_02_bar__plus_01_dot_57_bar__minus_01_dot_49 CounterTop_bar__plus_00_dot_09_bar__plus_00_dot_89_bar__minus_01_dot_52)
  (inReceptacle Mug_bar__minus_01_dot_15_bar__plus_01_dot_10_bar__plus_00_dot_51 CounterTop_bar__minus_01_dot_01_bar__plus_00_dot_94_bar__minus_00_dot_04)
  (inReceptacle Pan_bar__plus_00_dot_97_bar__plus_00_dot_16_bar__minus_01_dot_02 StoveBurner_bar__plus_00_dot_67_bar__plus_01_dot_74_bar__minus_00_dot_78)
  (inReceptacle Pan_bar__plus_01_dot_12_bar__plus_01_dot_46_bar__minus_00_dot_20 CounterTop_bar__plus_01_dot_21_bar__plus_00_dot_94_bar__plus_00_dot_46)
  (inReceptacle Pan_bar__plus_00_dot_74_bar__plus_00_dot_56_bar__minus_01_dot_51 Cabinet_bar__plus_00_dot_14_bar__plus_01_dot_67_bar__minus_01_dot_56)
  (inReceptacle PepperShaker_bar__plus_00_dot_92_bar__plus_01_dot_19_bar__minus_01_dot_42 Cabinet_bar__plus_01_dot_40_bar__plus_01_dot_87_bar__minus_01_dot_26)
  (inReceptacle PepperShaker_bar__plus_02_dot_94_bar__plus_01_dot_07_bar__minus_01_dot_38 Cabinet_bar__plus_02_dot_82_bar__plus_01_dot_77_bar__minus_01_dot_85)
  (inReceptacle PepperShaker_bar__plus_03_dot_29_bar__plus_01_dot_51_bar__minus_00_dot_54 CounterTop_bar__plus_03_dot_11_bar__plus_00_dot_94_bar__plus_00_dot_02)
  (inReceptacle Plate_bar__plus_00_dot_17_bar__plus_01_dot_11_bar__minus_01_dot_10 CounterTop_bar__plus_00_dot_09_bar__plus_00_dot_89_bar__minus_01_dot_52)
  (inReceptacle Plate_bar__plus_01_dot_30_bar__plus_00_dot_22_bar__minus_01_dot_42 Fridge_bar__plus_01_dot_01_bar__plus_00_dot_03_bar__minus_01_dot_47)
  (inReceptacle Pot_bar__minus_00_dot_68_bar__plus_01_dot_62_bar__minus_00_dot_48 Cabinet_bar__minus_00_dot_92_bar__plus_01_dot_67_bar__minus_00_dot_62)
  (inReceptacle Pot_bar__plus_00_dot_54_bar__plus_00_dot_87_bar__minus_01_dot_20 CounterTop_bar__plus_00_dot_09_bar__plus_00_dot_89_bar__minus_01_dot_52)
  (inReceptacle Pot_bar__plus_01_dot_06_bar__plus_01_dot_27_bar__minus_01_dot_22 Cabinet_bar__plus_00_dot_62_bar__plus_01_dot_87_bar__minus_01_dot_26)
  (inReceptacle Potato_bar__minus_00_dot_99_bar__plus_00_dot_83_bar__plus_00_dot_47 CounterTop_bar__minus_01_dot_01_bar__plus_00_dot_94_bar__minus_00_dot_04)
  (inReceptacle Potato_bar__plus_01_dot_06_bar__plus_00_dot_93_bar__minus_01_dot_06 Fridge_bar__plus_01_dot_01_bar__plus_00_dot_03_bar__minus_01_dot_47)
  (inReceptacle SaltShaker_bar__plus_00_dot_00_bar__plus_00_dot_95_bar__minus_01_dot_41 CounterTop_bar__plus_00_dot_09_bar__plus_00_dot_89_bar__minus_01_dot_52)
  (inReceptacle SoapBottle_bar__minus_00_dot_93_bar__plus_01_dot_16_bar__plus_00_dot_66 CounterTop_bar__minus_01_dot_01_bar__plus_00_dot_94_bar__minus_00_dot_04)
  (inReceptacle SoapBottle_bar__minus_00_dot_58_bar__plus_00_dot_44_bar__plus_01_dot_21 Drawer_bar__minus_00_dot_86_bar__plus_00_dot_77_bar__plus_01_dot_43)
  (inReceptacle SoapBottle_bar__plus_02_dot_34_bar__plus_01_dot_45_bar__plus_00_dot_60 Cabinet_bar__plus_02_dot_85_bar__plus_00_dot_42_bar__plus_00_dot_41)
  (inReceptacle Spatula_bar__plus_01_dot_03_bar__plus_01_dot_62_bar__minus_00_dot_04 CounterTop_bar__plus_01_dot_21_bar__plus_00_dot_94_bar__plus_00_dot_46)
  (inReceptacle Spatula_bar__minus_00_dot_09_bar__plus_01_dot_70_bar__minus_01_dot_23 CounterTop_bar__plus_00_dot_09_bar__plus_00_dot_89_bar__minus_01_dot_52)
  (inReceptacle Spoon_bar__plus_00_dot_13_bar__plus_00_dot_55_bar__plus_01_dot_07 Drawer_bar__minus_00_dot_86_bar__plus_00_dot_19_bar__plus_01_dot_43)
  (inReceptacle Tomato_bar__plus_01_dot_19_bar__plus_00_dot_42_bar__plus_00_dot_13 CounterTop_bar__plus_01_dot_21_bar__plus_00_dot_94_bar__plus_00_dot_46)
  (inReceptacle Tomato_bar__plus_00_dot_54_bar__plus_00_dot_99_bar__minus_01_dot_42 CounterTop_bar__plus_00_dot_09_bar__plus_00_dot_89_bar__minus_01_dot_52)
  (inReceptacle Tomato_bar__plus_01_dot_01_bar__plus_00_dot_14_bar__plus_00_dot_00 GarbageCan_bar__plus_00_dot_60_bar__plus_01_dot_54_bar__minus_00_dot_02)
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
  (objectAtLocation Apple_bar__plus_01_dot_36_bar__plus_00_dot_06_bar__minus_01_dot_11 loc_bar_4_bar__minus_2_bar_2_bar_30)
  (objectAtLocation Apple_bar__minus_00_dot_90_bar__plus_01_dot_71_bar__plus_00_dot_83 loc_bar__minus_1_bar_2_bar_3_bar_30)
  (objectAtLocation Bowl_bar__minus_01_dot_18_bar__plus_00_dot_85_bar__plus_00_dot_32 loc_bar__minus_1_bar_2_bar_3_bar_30)
  (objectAtLocation Bread_bar__plus_00_dot_97_bar__plus_01_dot_12_bar__minus_00_dot_03 loc_bar_1_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Bread_bar__plus_01_dot_12_bar__plus_00_dot_57_bar__minus_01_dot_25 loc_bar_4_bar__minus_2_bar_2_bar_30)
  (objectAtLocation Bread_bar__plus_01_dot_24_bar__plus_00_dot_93_bar__minus_01_dot_22 loc_bar_4_bar__minus_2_bar_2_bar_30)
  (objectAtLocation ButterKnife_bar__plus_00_dot_55_bar__plus_01_dot_21_bar__minus_00_dot_86 loc_bar_2_bar__minus_1_bar_2_bar_30)
  (objectAtLocation ButterKnife_bar__minus_00_dot_29_bar__plus_00_dot_24_bar__minus_00_dot_28 loc_bar_0_bar_1_bar_2_bar_30)
  (objectAtLocation ButterKnife_bar__plus_00_dot_00_bar__plus_01_dot_68_bar__plus_00_dot_10 loc_bar_0_bar__minus_2_bar_0_bar_30)
  (objectAtLocation CellPhone_bar__plus_03_dot_45_bar__plus_01_dot_57_bar__minus_00_dot_47 loc_bar_10_bar__minus_2_bar_1_bar_30)
  (objectAtLocation CellPhone_bar__minus_00_dot_14_bar__plus_00_dot_14_bar__plus_01_dot_06 loc_bar_0_bar_1_bar_0_bar_30)
  (objectAtLocation CellPhone_bar__plus_02_dot_33_bar__plus_01_dot_74_bar__plus_00_dot_63 loc_bar_9_bar__minus_1_bar_0_bar_30)
  (objectAtLocation Cup_bar__minus_00_dot_79_bar__plus_01_dot_49_bar__minus_00_dot_42 loc_bar_0_bar__minus_3_bar_3_bar__minus_30)
  (objectAtLocation Cup_bar__plus_00_dot_68_bar__plus_01_dot_68_bar__plus_00_dot_03 loc_bar_4_bar__minus_2_bar_0_bar_30)
  (objectAtLocation Cup_bar__plus_02_dot_38_bar__plus_00_dot_73_bar__minus_00_dot_11 loc_bar_8_bar_1_bar_1_bar_30)
  (objectAtLocation DishSponge_bar__plus_00_dot_26_bar__plus_00_dot_23_bar__minus_00_dot_43 loc_bar_0_bar_2_bar_2_bar_30)
  (objectAtLocation Egg_bar__plus_00_dot_72_bar__plus_00_dot_10_bar__minus_00_dot_98 loc_bar_4_bar__minus_2_bar_2_bar_30)
  (objectAtLocation Fork_bar__plus_00_dot_03_bar__plus_01_dot_04_bar__plus_00_dot_25 loc_bar__minus_1_bar_3_bar_2_bar_30)
  (objectAtLocation Glassbottle_bar__minus_01_dot_02_bar__plus_01_dot_72_bar__plus_00_dot_89 loc_bar__minus_1_bar_2_bar_3_bar_30)
  (objectAtLocation Kettle_bar__plus_02_dot_94_bar__plus_00_dot_78_bar__minus_00_dot_07 loc_bar_10_bar__minus_1_bar_1_bar_30)
  (objectAtLocation Knife_bar__minus_00_dot_96_bar__plus_00_dot_99_bar__plus_00_dot_38 loc_bar__minus_1_bar_2_bar_3_bar_30)
  (objectAtLocation Knife_bar__plus_00_dot_21_bar__plus_01_dot_19_bar__plus_00_dot_02 loc_bar_0_bar__minus_2_bar_0_bar_30)
  (objectAtLocation Ladle_bar__plus_02_dot_93_bar__plus_01_dot_66_bar__minus_01_dot_34 loc_bar_9_bar__minus_4_bar_1_bar_0)
  (objectAtLocation Ladle_bar__plus_02_dot_27_bar__plus_00_dot_65_bar__plus_00_dot_09 loc_bar_9_bar_2_bar_2_bar_30)
  (objectAtLocation Lettuce_bar__plus_01_dot_15_bar__plus_01_dot_29_bar__plus_00_dot_10 loc_bar_4_bar__minus_2_bar_0_bar_30)
  (objectAtLocation Mug_bar__plus_00_dot_02_bar__plus_01_dot_57_bar__minus_01_dot_49 loc_bar_1_bar__minus_3_bar_2_bar_30)
  (objectAtLocation Mug_bar__minus_01_dot_15_bar__plus_01_dot_10_bar__plus_00_dot_51 loc_bar__minus_1_bar_2_bar_3_bar_30)
  (objectAtLocation Pan_bar__plus_00_dot_97_bar__plus_00_dot_16_bar__minus_01_dot_02 loc_bar_0_bar__minus_3_bar_1_bar_60)
  (objectAtLocation Pan_bar__plus_01_dot_12_bar__plus_01_dot_46_bar__minus_00_dot_20 loc_bar_4_bar__minus_2_bar_0_bar_30)
  (objectAtLocation Pan_bar__plus_00_dot_74_bar__plus_00_dot_56_bar__minus_01_dot_51 loc_bar_2_bar__minus_3_bar_2_bar_0)
  (objectAtLocation PepperShaker_bar__plus_00_dot_92_bar__plus_01_dot_19_bar__minus_01_dot_42 loc_bar_4_bar__minus_2_bar_2_bar_0)
  (objectAtLocation PepperShaker_bar__plus_02_dot_94_bar__plus_01_dot_07_bar__minus_01_dot_38 loc_bar_8_bar__minus_5_bar_1_bar_0)
  (objectAtLocation PepperShaker_bar__plus_03_dot_29_bar__plus_01_dot_51_bar__minus_00_dot_54 loc_bar_10_bar__minus_2_bar_1_bar_30)
  (objectAtLocation Plate_bar__plus_00_dot_17_bar__plus_01_dot_11_bar__minus_01_dot_10 loc_bar_1_bar__minus_3_bar_2_bar_30)
  (objectAtLocation Plate_bar__plus_01_dot_30_bar__plus_00_dot_22_bar__minus_01_dot_42 loc_bar_4_bar__minus_2_bar_2_bar_30)
  (objectAtLocation Pot_bar__minus_00_dot_68_bar__plus_01_dot_62_bar__minus_00_dot_48 loc_bar__minus_1_bar__minus_2_bar_3_bar_0)
  (objectAtLocation Pot_bar__plus_00_dot_54_bar__plus_00_dot_87_bar__minus_01_dot_20 loc_bar_1_bar__minus_3_bar_2_bar_30)
  (objectAtLocation Pot_bar__plus_01_dot_06_bar__plus_01_dot_27_bar__minus_01_dot_22 loc_bar_4_bar__minus_2_bar_2_bar_0)
  (objectAtLocation Potato_bar__minus_00_dot_99_bar__plus_00_dot_83_bar__plus_00_dot_47 loc_bar__minus_1_bar_2_bar_3_bar_30)
  (objectAtLocation Potato_bar__plus_01_dot_06_bar__plus_00_dot_93_bar__minus_01_dot_06 loc_bar_4_bar__minus_2_bar_2_bar_30)
  (objectAtLocation SaltShaker_bar__plus_00_dot_00_bar__plus_00_dot_95_bar__minus_01_dot_41 loc_bar_1_bar__minus_3_bar_2_bar_30)
  (objectAtLocation SoapBottle_bar__minus_00_dot_93_bar__plus_01_dot_16_bar__plus_00_dot_66 loc_bar__minus_1_bar_2_bar_3_bar_30)
  (objectAtLocation SoapBottle_bar__minus_00_dot_58_bar__plus_00_dot_44_bar__plus_01_dot_21 loc_bar__minus_1_bar_2_bar_0_bar_30)
  (objectAtLocation SoapBottle_bar__plus_02_dot_34_bar__plus_01_dot_45_bar__plus_00_dot_60 loc_bar_8_bar_1_bar_1_bar_30)
  (objectAtLocation Spatula_bar__plus_01_dot_03_bar__plus_01_dot_62_bar__minus_00_dot_04 loc_bar_4_bar__minus_2_bar_0_bar_30)
  (objectAtLocation Spatula_bar__minus_00_dot_09_bar__plus_01_dot_70_bar__minus_01_dot_23 loc_bar_1_bar__minus_3_bar_2_bar_30)
  (objectAtLocation Spoon_bar__plus_00_dot_13_bar__plus_00_dot_55_bar__plus_01_dot_07 loc_bar_0_bar_1_bar_0_bar_30)
  (objectAtLocation Tomato_bar__plus_01_dot_19_bar__plus_00_dot_42_bar__plus_00_dot_13 loc_bar_4_bar__minus_2_bar_0_bar_30)
  (objectAtLocation Tomato_bar__plus_00_dot_54_bar__plus_00_dot_99_bar__minus_01_dot_42 loc_bar_1_bar__minus_3_bar_2_bar_30)
  (objectAtLocation Tomato_bar__plus_01_dot_01_bar__plus_00_dot_14_bar__plus_00_dot_00 loc_bar_1_bar__minus_1_bar_1_bar_30)
  )

        (:goal
            (and
                (exists (?r - receptacle)
                    (exists (?o - object)
                        (and
                            (heatable ?o)
                            (objectType ?o BreadType)
                            (receptacleType ?r CounterTopType)
                            (isHot ?o)
                            (inReceptacle ?o ?r)
                        )
                    )
                )
            )
        )
    )
    