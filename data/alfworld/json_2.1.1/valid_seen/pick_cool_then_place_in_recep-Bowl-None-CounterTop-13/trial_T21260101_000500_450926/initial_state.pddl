
(define (problem plan_trial_T21260101_000500_450926)
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
  Curtains_bar__minus_02_dot_88_bar__plus_00_dot_58_bar__plus_03_dot_79 - object
  LightSwitch_bar__minus_01_dot_47_bar__plus_00_dot_80_bar__plus_02_dot_00 - object
  Sink_bar__minus_04_dot_19_bar__plus_00_dot_92_bar__plus_03_dot_28 - object
  StoveKnob_bar__minus_03_dot_24_bar__plus_01_dot_12_bar__plus_05_dot_10 - object
  StoveKnob_bar__minus_03_dot_61_bar__plus_01_dot_68_bar__plus_03_dot_09 - object
  StoveKnob_bar__minus_03_dot_36_bar__plus_01_dot_71_bar__plus_04_dot_24 - object
  StoveKnob_bar__minus_02_dot_35_bar__plus_00_dot_71_bar__plus_03_dot_71 - object
  Window_bar__minus_03_dot_83_bar__plus_01_dot_46_bar__plus_02_dot_36 - object
  Window_bar__minus_00_dot_89_bar__plus_01_dot_35_bar__plus_06_dot_05 - object
  Apple_bar__minus_00_dot_64_bar__plus_01_dot_19_bar__plus_03_dot_88 - object
  Apple_bar__minus_00_dot_32_bar__plus_00_dot_25_bar__plus_05_dot_03 - object
  Apple_bar__minus_01_dot_99_bar__plus_00_dot_61_bar__plus_01_dot_59 - object
  Bowl_bar__minus_00_dot_94_bar__plus_00_dot_83_bar__plus_03_dot_73 - object
  Bowl_bar__minus_03_dot_36_bar__plus_01_dot_04_bar__plus_05_dot_16 - object
  Bowl_bar__minus_03_dot_59_bar__plus_00_dot_38_bar__plus_02_dot_48 - object
  Bread_bar__minus_01_dot_81_bar__plus_00_dot_78_bar__plus_01_dot_95 - object
  Bread_bar__minus_02_dot_08_bar__plus_00_dot_95_bar__plus_02_dot_09 - object
  Bread_bar__minus_01_dot_94_bar__plus_00_dot_00_bar__plus_02_dot_61 - object
  ButterKnife_bar__minus_02_dot_06_bar__plus_01_dot_13_bar__plus_01_dot_75 - object
  Cup_bar__minus_03_dot_74_bar__plus_00_dot_56_bar__plus_03_dot_64 - object
  Cup_bar__minus_00_dot_21_bar__plus_01_dot_69_bar__plus_05_dot_34 - object
  DishSponge_bar__minus_02_dot_26_bar__plus_01_dot_31_bar__plus_02_dot_22 - object
  DishSponge_bar__minus_02_dot_39_bar__plus_01_dot_56_bar__plus_01_dot_76 - object
  DishSponge_bar__minus_03_dot_47_bar__plus_00_dot_44_bar__plus_05_dot_31 - object
  Egg_bar__minus_01_dot_76_bar__plus_00_dot_71_bar__plus_01_dot_52 - object
  Egg_bar__minus_03_dot_56_bar__plus_00_dot_34_bar__plus_05_dot_53 - object
  Egg_bar__minus_04_dot_71_bar__plus_01_dot_22_bar__plus_03_dot_24 - object
  Fork_bar__minus_03_dot_90_bar__plus_00_dot_72_bar__plus_05_dot_73 - object
  Fork_bar__minus_01_dot_70_bar__plus_00_dot_54_bar__plus_01_dot_83 - object
  Knife_bar__minus_01_dot_72_bar__plus_00_dot_31_bar__plus_01_dot_75 - object
  Knife_bar__minus_04_dot_28_bar__plus_00_dot_86_bar__plus_03_dot_16 - object
  Knife_bar__minus_01_dot_88_bar__plus_00_dot_74_bar__plus_01_dot_80 - object
  Lettuce_bar__minus_01_dot_96_bar__plus_01_dot_61_bar__plus_02_dot_28 - object
  Mug_bar__minus_02_dot_89_bar__plus_01_dot_64_bar__plus_03_dot_41 - object
  Mug_bar__minus_03_dot_76_bar__plus_01_dot_46_bar__plus_02_dot_52 - object
  Mug_bar__minus_03_dot_78_bar__plus_01_dot_28_bar__plus_05_dot_09 - object
  Pan_bar__minus_00_dot_91_bar__plus_00_dot_53_bar__plus_03_dot_98 - object
  PaperTowelRoll_bar__minus_03_dot_46_bar__plus_01_dot_31_bar__plus_05_dot_29 - object
  Pencil_bar__minus_03_dot_81_bar__plus_00_dot_19_bar__plus_05_dot_29 - object
  PepperShaker_bar__minus_02_dot_91_bar__plus_01_dot_64_bar__plus_05_dot_19 - object
  PepperShaker_bar__minus_03_dot_58_bar__plus_00_dot_15_bar__plus_05_dot_52 - object
  Plate_bar__minus_03_dot_39_bar__plus_01_dot_52_bar__plus_02_dot_59 - object
  Pot_bar__minus_02_dot_71_bar__plus_01_dot_00_bar__plus_06_dot_13 - object
  Pot_bar__minus_02_dot_34_bar__plus_00_dot_00_bar__plus_01_dot_51 - object
  Pot_bar__minus_03_dot_82_bar__plus_01_dot_46_bar__plus_02_dot_94 - object
  Potato_bar__minus_04_dot_15_bar__plus_01_dot_69_bar__plus_05_dot_70 - object
  Potato_bar__minus_03_dot_63_bar__plus_00_dot_98_bar__plus_05_dot_67 - object
  SaltShaker_bar__minus_00_dot_87_bar__plus_00_dot_53_bar__plus_05_dot_86 - object
  SoapBottle_bar__minus_04_dot_14_bar__plus_00_dot_36_bar__plus_05_dot_10 - object
  Spatula_bar__minus_01_dot_94_bar__plus_00_dot_65_bar__plus_01_dot_94 - object
  Spoon_bar__minus_01_dot_90_bar__plus_01_dot_51_bar__plus_01_dot_75 - object
  Spoon_bar__minus_00_dot_42_bar__plus_01_dot_53_bar__plus_04_dot_85 - object
  Spoon_bar__minus_03_dot_61_bar__plus_00_dot_18_bar__plus_05_dot_07 - object
  Tomato_bar__minus_01_dot_89_bar__plus_01_dot_29_bar__plus_02_dot_34 - object
  Tomato_bar__minus_02_dot_16_bar__plus_01_dot_02_bar__plus_01_dot_90 - object
  Tomato_bar__minus_02_dot_13_bar__plus_00_dot_38_bar__plus_01_dot_54 - object
  WineBottle_bar__minus_03_dot_37_bar__plus_00_dot_37_bar__plus_02_dot_62 - object
  Cabinet_bar__minus_00_dot_64_bar__plus_00_dot_39_bar__plus_04_dot_30 - receptacle
  Cabinet_bar__minus_00_dot_64_bar__plus_00_dot_39_bar__plus_05_dot_58 - receptacle
  Cabinet_bar__minus_00_dot_64_bar__plus_00_dot_39_bar__plus_05_dot_60 - receptacle
  Cabinet_bar__minus_00_dot_64_bar__plus_00_dot_39_bar__plus_06_dot_88 - receptacle
  Cabinet_bar__minus_01_dot_54_bar__plus_00_dot_39_bar__plus_02_dot_09 - receptacle
  Cabinet_bar__minus_03_dot_04_bar__plus_00_dot_39_bar__plus_05_dot_03 - receptacle
  Cabinet_bar__minus_03_dot_04_bar__plus_01_dot_94_bar__plus_05_dot_32 - receptacle
  Cabinet_bar__minus_03_dot_19_bar__plus_00_dot_39_bar__plus_02_dot_09 - receptacle
  Cabinet_bar__minus_03_dot_64_bar__plus_00_dot_39_bar__plus_05_dot_03 - receptacle
  Cabinet_bar__minus_03_dot_67_bar__plus_00_dot_39_bar__plus_05_dot_03 - receptacle
  Cabinet_bar__minus_03_dot_92_bar__plus_00_dot_40_bar__plus_02_dot_09 - receptacle
  Cabinet_bar__minus_03_dot_96_bar__plus_00_dot_39_bar__plus_02_dot_12 - receptacle
  Cabinet_bar__minus_03_dot_96_bar__plus_00_dot_39_bar__plus_02_dot_88 - receptacle
  Cabinet_bar__minus_03_dot_96_bar__plus_00_dot_39_bar__plus_04_dot_34 - receptacle
  Cabinet_bar__minus_03_dot_97_bar__plus_00_dot_39_bar__plus_02_dot_89 - receptacle
  Cabinet_bar__minus_03_dot_97_bar__plus_00_dot_39_bar__plus_03_dot_66 - receptacle
  Cabinet_bar__minus_04_dot_11_bar__plus_01_dot_94_bar__plus_05_dot_32 - receptacle
  CoffeeMachine_bar__minus_03_dot_23_bar__plus_01_dot_20_bar__plus_03_dot_03 - receptacle
  CounterTop_bar__minus_00_dot_35_bar__plus_00_dot_96_bar__plus_05_dot_60 - receptacle
  CounterTop_bar__minus_01_dot_87_bar__plus_00_dot_96_bar__plus_01_dot_80 - receptacle
  CounterTop_bar__minus_04_dot_26_bar__plus_00_dot_96_bar__plus_04_dot_94 - receptacle
  Drawer_bar__minus_00_dot_51_bar__plus_00_dot_78_bar__plus_04_dot_62 - receptacle
  Drawer_bar__minus_00_dot_51_bar__plus_00_dot_78_bar__plus_05_dot_27 - receptacle
  Drawer_bar__minus_00_dot_51_bar__plus_00_dot_78_bar__plus_05_dot_92 - receptacle
  Drawer_bar__minus_00_dot_51_bar__plus_00_dot_78_bar__plus_06_dot_57 - receptacle
  Drawer_bar__minus_00_dot_97_bar__plus_00_dot_40_bar__plus_02_dot_06 - receptacle
  Drawer_bar__minus_01_dot_86_bar__plus_00_dot_78_bar__plus_01_dot_96 - receptacle
  Drawer_bar__minus_01_dot_89_bar__plus_00_dot_55_bar__plus_05_dot_64 - receptacle
  Drawer_bar__minus_03_dot_19_bar__plus_00_dot_78_bar__plus_05_dot_16 - receptacle
  Drawer_bar__minus_04_dot_09_bar__plus_00_dot_78_bar__plus_04_dot_66 - receptacle
  Drawer_bar__minus_04_dot_13_bar__plus_00_dot_80_bar__plus_02_dot_50 - receptacle
  Fridge_bar__minus_00_dot_32_bar_00_dot_00_bar__plus_03_dot_60 - receptacle
  GarbageCan_bar__minus_01_dot_92_bar__plus_01_dot_23_bar__plus_02_dot_43 - receptacle
  Microwave_bar__minus_02_dot_69_bar__plus_01_dot_43_bar__plus_01_dot_69 - receptacle
  Sink_bar__minus_04_dot_19_bar__plus_00_dot_92_bar__plus_03_dot_28_bar_SinkBasin - receptacle
  StoveBurner_bar__minus_02_dot_58_bar__plus_01_dot_36_bar__plus_05_dot_74 - receptacle
  StoveBurner_bar__minus_02_dot_69_bar__plus_00_dot_27_bar__plus_06_dot_24 - receptacle
  StoveBurner_bar__minus_04_dot_02_bar__plus_00_dot_69_bar__plus_03_dot_28 - receptacle
  StoveBurner_bar__minus_04_dot_15_bar__plus_00_dot_37_bar__plus_03_dot_17 - receptacle
  Toaster_bar__minus_03_dot_44_bar__plus_01_dot_47_bar__plus_03_dot_93 - receptacle
  loc_bar__minus_10_bar_17_bar_3_bar_30 - location
  loc_bar__minus_11_bar_10_bar_2_bar_0 - location
  loc_bar__minus_11_bar_17_bar_0_bar_30 - location
  loc_bar__minus_12_bar_10_bar_3_bar_30 - location
  loc_bar__minus_12_bar_12_bar_2_bar_30 - location
  loc_bar__minus_12_bar_12_bar_3_bar_30 - location
  loc_bar__minus_12_bar_13_bar_3_bar_30 - location
  loc_bar__minus_12_bar_17_bar_0_bar_30 - location
  loc_bar__minus_12_bar_17_bar_3_bar_30 - location
  loc_bar__minus_13_bar_10_bar_3_bar_30 - location
  loc_bar__minus_13_bar_11_bar_3_bar_30 - location
  loc_bar__minus_13_bar_12_bar_0_bar_30 - location
  loc_bar__minus_13_bar_12_bar_2_bar_30 - location
  loc_bar__minus_13_bar_14_bar_0_bar_30 - location
  loc_bar__minus_13_bar_16_bar_0_bar_30 - location
  loc_bar__minus_13_bar_19_bar_0_bar_0 - location
  loc_bar__minus_14_bar_13_bar_3_bar_45 - location
  loc_bar__minus_14_bar_13_bar_3_bar_60 - location
  loc_bar__minus_15_bar_14_bar_0_bar_30 - location
  loc_bar__minus_15_bar_14_bar_3_bar_30 - location
  loc_bar__minus_15_bar_19_bar_0_bar_0 - location
  loc_bar__minus_15_bar_19_bar_0_bar_30 - location
  loc_bar__minus_15_bar_19_bar_1_bar_30 - location
  loc_bar__minus_2_bar_3_bar_0_bar_30 - location
  loc_bar__minus_2_bar_9_bar_3_bar_30 - location
  loc_bar__minus_4_bar_20_bar_1_bar_30 - location
  loc_bar__minus_4_bar_21_bar_0_bar_30 - location
  loc_bar__minus_4_bar_21_bar_2_bar_30 - location
  loc_bar__minus_4_bar_23_bar_0_bar_30 - location
  loc_bar__minus_4_bar_24_bar_2_bar_30 - location
  loc_bar__minus_5_bar_15_bar_1_bar_0 - location
  loc_bar__minus_5_bar_24_bar_1_bar_30 - location
  loc_bar__minus_5_bar_9_bar_3_bar_30 - location
  loc_bar__minus_6_bar_17_bar_1_bar_30 - location
  loc_bar__minus_6_bar_20_bar_1_bar_30 - location
  loc_bar__minus_6_bar_22_bar_1_bar_30 - location
  loc_bar__minus_6_bar_25_bar_1_bar_30 - location
  loc_bar__minus_8_bar_10_bar_2_bar_30 - location
  loc_bar__minus_8_bar_12_bar_2_bar_30 - location
  loc_bar__minus_8_bar_14_bar_3_bar_30 - location
  loc_bar__minus_8_bar_24_bar_3_bar_45 - location
  loc_bar__minus_8_bar_24_bar_3_bar_60 - location
  loc_bar__minus_9_bar_12_bar_2_bar_30 - location
  loc_bar__minus_9_bar_13_bar_3_bar_30 - location
  loc_bar__minus_9_bar_19_bar_0_bar_30 - location
  loc_bar__minus_9_bar_20_bar_3_bar_30 - location
  )

(:init
  (receptacleType Cabinet_bar__minus_00_dot_64_bar__plus_00_dot_39_bar__plus_04_dot_30 CabinetType)
  (receptacleType Cabinet_bar__minus_00_dot_64_bar__plus_00_dot_39_bar__plus_05_dot_58 CabinetType)
  (receptacleType Cabinet_bar__minus_00_dot_64_bar__plus_00_dot_39_bar__plus_05_dot_60 CabinetType)
  (receptacleType Cabinet_bar__minus_00_dot_64_bar__plus_00_dot_39_bar__plus_06_dot_88 CabinetType)
  (receptacleType Cabinet_bar__minus_01_dot_54_bar__plus_00_dot_39_bar__plus_02_dot_09 CabinetType)
  (receptacleType Cabinet_bar__minus_03_dot_04_bar__plus_00_dot_39_bar__plus_05_dot_03 CabinetType)
  (receptacleType Cabinet_bar__minus_03_dot_04_bar__plus_01_dot_94_bar__plus_05_dot_32 CabinetType)
  (receptacleType Cabinet_bar__minus_03_dot_19_bar__plus_00_dot_39_bar__plus_02_dot_09 CabinetType)
  (receptacleType Cabinet_bar__minus_03_dot_64_bar__plus_00_dot_39_bar__plus_05_dot_03 CabinetType)
  (receptacleType Cabinet_bar__minus_03_dot_67_bar__plus_00_dot_39_bar__plus_05_dot_03 CabinetType)
  (receptacleType Cabinet_bar__minus_03_dot_92_bar__plus_00_dot_40_bar__plus_02_dot_09 CabinetType)
  (receptacleType Cabinet_bar__minus_03_dot_96_bar__plus_00_dot_39_bar__plus_02_dot_12 CabinetType)
  (receptacleType Cabinet_bar__minus_03_dot_96_bar__plus_00_dot_39_bar__plus_02_dot_88 CabinetType)
  (receptacleType Cabinet_bar__minus_03_dot_96_bar__plus_00_dot_39_bar__plus_04_dot_34 CabinetType)
  (receptacleType Cabinet_bar__minus_03_dot_97_bar__plus_00_dot_39_bar__plus_02_dot_89 CabinetType)
  (receptacleType Cabinet_bar__minus_03_dot_97_bar__plus_00_dot_39_bar__plus_03_dot_66 CabinetType)
  (receptacleType Cabinet_bar__minus_04_dot_11_bar__plus_01_dot_94_bar__plus_05_dot_32 CabinetType)
  (receptacleType CoffeeMachine_bar__minus_03_dot_23_bar__plus_01_dot_20_bar__plus_03_dot_03 CoffeeMachineType)
  (receptacleType CounterTop_bar__minus_00_dot_35_bar__plus_00_dot_96_bar__plus_05_dot_60 CounterTopType)
  (receptacleType CounterTop_bar__minus_01_dot_87_bar__plus_00_dot_96_bar__plus_01_dot_80 CounterTopType)
  (receptacleType CounterTop_bar__minus_04_dot_26_bar__plus_00_dot_96_bar__plus_04_dot_94 CounterTopType)
  (receptacleType Drawer_bar__minus_00_dot_51_bar__plus_00_dot_78_bar__plus_04_dot_62 DrawerType)
  (receptacleType Drawer_bar__minus_00_dot_51_bar__plus_00_dot_78_bar__plus_05_dot_27 DrawerType)
  (receptacleType Drawer_bar__minus_00_dot_51_bar__plus_00_dot_78_bar__plus_05_dot_92 DrawerType)
  (receptacleType Drawer_bar__minus_00_dot_51_bar__plus_00_dot_78_bar__plus_06_dot_57 DrawerType)
  (receptacleType Drawer_bar__minus_00_dot_97_bar__plus_00_dot_40_bar__plus_02_dot_06 DrawerType)
  (receptacleType Drawer_bar__minus_01_dot_86_bar__plus_00_dot_78_bar__plus_01_dot_96 DrawerType)
  (receptacleType Drawer_bar__minus_01_dot_89_bar__plus_00_dot_55_bar__plus_05_dot_64 DrawerType)
  (receptacleType Drawer_bar__minus_03_dot_19_bar__plus_00_dot_78_bar__plus_05_dot_16 DrawerType)
  (receptacleType Drawer_bar__minus_04_dot_09_bar__plus_00_dot_78_bar__plus_04_dot_66 DrawerType)
  (receptacleType Drawer_bar__minus_04_dot_13_bar__plus_00_dot_80_bar__plus_02_dot_50 DrawerType)
  (receptacleType Fridge_bar__minus_00_dot_32_bar_00_dot_00_bar__plus_03_dot_60 FridgeType)
  (receptacleType GarbageCan_bar__minus_01_dot_92_bar__plus_01_dot_23_bar__plus_02_dot_43 GarbageCanType)
  (receptacleType Microwave_bar__minus_02_dot_69_bar__plus_01_dot_43_bar__plus_01_dot_69 MicrowaveType)
  (receptacleType Sink_bar__minus_04_dot_19_bar__plus_00_dot_92_bar__plus_03_dot_28_bar_SinkBasin SinkBasinType)
  (receptacleType StoveBurner_bar__minus_02_dot_58_bar__plus_01_dot_36_bar__plus_05_dot_74 StoveBurnerType)
  (receptacleType StoveBurner_bar__minus_02_dot_69_bar__plus_00_dot_27_bar__plus_06_dot_24 StoveBurnerType)
  (receptacleType StoveBurner_bar__minus_04_dot_02_bar__plus_00_dot_69_bar__plus_03_dot_28 StoveBurnerType)
  (receptacleType StoveBurner_bar__minus_04_dot_15_bar__plus_00_dot_37_bar__plus_03_dot_17 StoveBurnerType)
  (receptacleType Toaster_bar__minus_03_dot_44_bar__plus_01_dot_47_bar__plus_03_dot_93 ToasterType)
  (objectType Curtains_bar__minus_02_dot_88_bar__plus_00_dot_58_bar__plus_03_dot_79 CurtainsType)
  (objectType LightSwitch_bar__minus_01_dot_47_bar__plus_00_dot_80_bar__plus_02_dot_00 LightSwitchType)
  (objectType Sink_bar__minus_04_dot_19_bar__plus_00_dot_92_bar__plus_03_dot_28 SinkType)
  (objectType StoveKnob_bar__minus_03_dot_24_bar__plus_01_dot_12_bar__plus_05_dot_10 StoveKnobType)
  (objectType StoveKnob_bar__minus_03_dot_61_bar__plus_01_dot_68_bar__plus_03_dot_09 StoveKnobType)
  (objectType StoveKnob_bar__minus_03_dot_36_bar__plus_01_dot_71_bar__plus_04_dot_24 StoveKnobType)
  (objectType StoveKnob_bar__minus_02_dot_35_bar__plus_00_dot_71_bar__plus_03_dot_71 StoveKnobType)
  (objectType Window_bar__minus_03_dot_83_bar__plus_01_dot_46_bar__plus_02_dot_36 WindowType)
  (objectType Window_bar__minus_00_dot_89_bar__plus_01_dot_35_bar__plus_06_dot_05 WindowType)
  (objectType Apple_bar__minus_00_dot_64_bar__plus_01_dot_19_bar__plus_03_dot_88 AppleType)
  (objectType Apple_bar__minus_00_dot_32_bar__plus_00_dot_25_bar__plus_05_dot_03 AppleType)
  (objectType Apple_bar__minus_01_dot_99_bar__plus_00_dot_61_bar__plus_01_dot_59 AppleType)
  (objectType Bowl_bar__minus_00_dot_94_bar__plus_00_dot_83_bar__plus_03_dot_73 BowlType)
  (objectType Bowl_bar__minus_03_dot_36_bar__plus_01_dot_04_bar__plus_05_dot_16 BowlType)
  (objectType Bowl_bar__minus_03_dot_59_bar__plus_00_dot_38_bar__plus_02_dot_48 BowlType)
  (objectType Bread_bar__minus_01_dot_81_bar__plus_00_dot_78_bar__plus_01_dot_95 BreadType)
  (objectType Bread_bar__minus_02_dot_08_bar__plus_00_dot_95_bar__plus_02_dot_09 BreadType)
  (objectType Bread_bar__minus_01_dot_94_bar__plus_00_dot_00_bar__plus_02_dot_61 BreadType)
  (objectType ButterKnife_bar__minus_02_dot_06_bar__plus_01_dot_13_bar__plus_01_dot_75 ButterKnifeType)
  (objectType Cup_bar__minus_03_dot_74_bar__plus_00_dot_56_bar__plus_03_dot_64 CupType)
  (objectType Cup_bar__minus_00_dot_21_bar__plus_01_dot_69_bar__plus_05_dot_34 CupType)
  (objectType DishSponge_bar__minus_02_dot_26_bar__plus_01_dot_31_bar__plus_02_dot_22 DishSpongeType)
  (objectType DishSponge_bar__minus_02_dot_39_bar__plus_01_dot_56_bar__plus_01_dot_76 DishSpongeType)
  (objectType DishSponge_bar__minus_03_dot_47_bar__plus_00_dot_44_bar__plus_05_dot_31 DishSpongeType)
  (objectType Egg_bar__minus_01_dot_76_bar__plus_00_dot_71_bar__plus_01_dot_52 EggType)
  (objectType Egg_bar__minus_03_dot_56_bar__plus_00_dot_34_bar__plus_05_dot_53 EggType)
  (objectType Egg_bar__minus_04_dot_71_bar__plus_01_dot_22_bar__plus_03_dot_24 EggType)
  (objectType Fork_bar__minus_03_dot_90_bar__plus_00_dot_72_bar__plus_05_dot_73 ForkType)
  (objectType Fork_bar__minus_01_dot_70_bar__plus_00_dot_54_bar__plus_01_dot_83 ForkType)
  (objectType Knife_bar__minus_01_dot_72_bar__plus_00_dot_31_bar__plus_01_dot_75 KnifeType)
  (objectType Knife_bar__minus_04_dot_28_bar__plus_00_dot_86_bar__plus_03_dot_16 KnifeType)
  (objectType Knife_bar__minus_01_dot_88_bar__plus_00_dot_74_bar__plus_01_dot_80 KnifeType)
  (objectType Lettuce_bar__minus_01_dot_96_bar__plus_01_dot_61_bar__plus_02_dot_28 LettuceType)
  (objectType Mug_bar__minus_02_dot_89_bar__plus_01_dot_64_bar__plus_03_dot_41 MugType)
  (objectType Mug_bar__minus_03_dot_76_bar__plus_01_dot_46_bar__plus_02_dot_52 MugType)
  (objectType Mug_bar__minus_03_dot_78_bar__plus_01_dot_28_bar__plus_05_dot_09 MugType)
  (objectType Pan_bar__minus_00_dot_91_bar__plus_00_dot_53_bar__plus_03_dot_98 PanType)
  (objectType PaperTowelRoll_bar__minus_03_dot_46_bar__plus_01_dot_31_bar__plus_05_dot_29 PaperTowelRollType)
  (objectType Pencil_bar__minus_03_dot_81_bar__plus_00_dot_19_bar__plus_05_dot_29 PencilType)
  (objectType PepperShaker_bar__minus_02_dot_91_bar__plus_01_dot_64_bar__plus_05_dot_19 PepperShakerType)
  (objectType PepperShaker_bar__minus_03_dot_58_bar__plus_00_dot_15_bar__plus_05_dot_52 PepperShakerType)
  (objectType Plate_bar__minus_03_dot_39_bar__plus_01_dot_52_bar__plus_02_dot_59 PlateType)
  (objectType Pot_bar__minus_02_dot_71_bar__plus_01_dot_00_bar__plus_06_dot_13 PotType)
  (objectType Pot_bar__minus_02_dot_34_bar__plus_00_dot_00_bar__plus_01_dot_51 PotType)
  (objectType Pot_bar__minus_03_dot_82_bar__plus_01_dot_46_bar__plus_02_dot_94 PotType)
  (objectType Potato_bar__minus_04_dot_15_bar__plus_01_dot_69_bar__plus_05_dot_70 PotatoType)
  (objectType Potato_bar__minus_03_dot_63_bar__plus_00_dot_98_bar__plus_05_dot_67 PotatoType)
  (objectType SaltShaker_bar__minus_00_dot_87_bar__plus_00_dot_53_bar__plus_05_dot_86 SaltShakerType)
  (objectType SoapBottle_bar__minus_04_dot_14_bar__plus_00_dot_36_bar__plus_05_dot_10 SoapBottleType)
  (objectType Spatula_bar__minus_01_dot_94_bar__plus_00_dot_65_bar__plus_01_dot_94 SpatulaType)
  (objectType Spoon_bar__minus_01_dot_90_bar__plus_01_dot_51_bar__plus_01_dot_75 SpoonType)
  (objectType Spoon_bar__minus_00_dot_42_bar__plus_01_dot_53_bar__plus_04_dot_85 SpoonType)
  (objectType Spoon_bar__minus_03_dot_61_bar__plus_00_dot_18_bar__plus_05_dot_07 SpoonType)
  (objectType Tomato_bar__minus_01_dot_89_bar__plus_01_dot_29_bar__plus_02_dot_34 TomatoType)
  (objectType Tomato_bar__minus_02_dot_16_bar__plus_01_dot_02_bar__plus_01_dot_90 TomatoType)
  (objectType Tomato_bar__minus_02_dot_13_bar__plus_00_dot_38_bar__plus_01_dot_54 TomatoType)
  (objectType WineBottle_bar__minus_03_dot_37_bar__plus_00_dot_37_bar__plus_02_dot_62 WineBottleType)
  (canContain CabinetType BowlType)
  (canContain CabinetType CupType)
  (canContain CabinetType DishSpongeType)
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
  (canContain CounterTopType KnifeType)
  (canContain CounterTopType LettuceType)
  (canContain CounterTopType MugType)
  (canContain CounterTopType PanType)
  (canContain CounterTopType PencilType)
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
  (canContain DrawerType ButterKnifeType)
  (canContain DrawerType DishSpongeType)
  (canContain DrawerType ForkType)
  (canContain DrawerType KnifeType)
  (canContain DrawerType PencilType)
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
  (canContain GarbageCanType PencilType)
  (canContain GarbageCanType PotatoType)
  (canContain GarbageCanType SoapBottleType)
  (canContain GarbageCanType TomatoType)
  (canContain GarbageCanType WineBottleType)
  (canContain MicrowaveType AppleType)
  (canContain MicrowaveType BowlType)
  (canContain MicrowaveType BreadType)
  (canContain MicrowaveType CupType)
  (canContain MicrowaveType EggType)
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
  (isReceptacleObject Bowl_bar__minus_00_dot_94_bar__plus_00_dot_83_bar__plus_03_dot_73)
  (isReceptacleObject Bowl_bar__minus_03_dot_36_bar__plus_01_dot_04_bar__plus_05_dot_16)
  (isReceptacleObject Bowl_bar__minus_03_dot_59_bar__plus_00_dot_38_bar__plus_02_dot_48)
  (isReceptacleObject Cup_bar__minus_03_dot_74_bar__plus_00_dot_56_bar__plus_03_dot_64)
  (isReceptacleObject Cup_bar__minus_00_dot_21_bar__plus_01_dot_69_bar__plus_05_dot_34)
  (isReceptacleObject Mug_bar__minus_02_dot_89_bar__plus_01_dot_64_bar__plus_03_dot_41)
  (isReceptacleObject Mug_bar__minus_03_dot_76_bar__plus_01_dot_46_bar__plus_02_dot_52)
  (isReceptacleObject Mug_bar__minus_03_dot_78_bar__plus_01_dot_28_bar__plus_05_dot_09)
  (isReceptacleObject Pan_bar__minus_00_dot_91_bar__plus_00_dot_53_bar__plus_03_dot_98)
  (isReceptacleObject Plate_bar__minus_03_dot_39_bar__plus_01_dot_52_bar__plus_02_dot_59)
  (isReceptacleObject Pot_bar__minus_02_dot_71_bar__plus_01_dot_00_bar__plus_06_dot_13)
  (isReceptacleObject Pot_bar__minus_02_dot_34_bar__plus_00_dot_00_bar__plus_01_dot_51)
  (isReceptacleObject Pot_bar__minus_03_dot_82_bar__plus_01_dot_46_bar__plus_02_dot_94)
  (openable Cabinet_bar__minus_00_dot_64_bar__plus_00_dot_39_bar__plus_04_dot_30)
  (openable Cabinet_bar__minus_00_dot_64_bar__plus_00_dot_39_bar__plus_05_dot_58)
  (openable Cabinet_bar__minus_00_dot_64_bar__plus_00_dot_39_bar__plus_05_dot_60)
  (openable Cabinet_bar__minus_00_dot_64_bar__plus_00_dot_39_bar__plus_06_dot_88)
  (openable Cabinet_bar__minus_01_dot_54_bar__plus_00_dot_39_bar__plus_02_dot_09)
  (openable Cabinet_bar__minus_03_dot_04_bar__plus_00_dot_39_bar__plus_05_dot_03)
  (openable Cabinet_bar__minus_03_dot_04_bar__plus_01_dot_94_bar__plus_05_dot_32)
  (openable Cabinet_bar__minus_03_dot_19_bar__plus_00_dot_39_bar__plus_02_dot_09)
  (openable Cabinet_bar__minus_03_dot_64_bar__plus_00_dot_39_bar__plus_05_dot_03)
  (openable Cabinet_bar__minus_03_dot_67_bar__plus_00_dot_39_bar__plus_05_dot_03)
  (openable Cabinet_bar__minus_03_dot_92_bar__plus_00_dot_40_bar__plus_02_dot_09)
  (openable Cabinet_bar__minus_03_dot_96_bar__plus_00_dot_39_bar__plus_02_dot_12)
  (openable Cabinet_bar__minus_03_dot_96_bar__plus_00_dot_39_bar__plus_02_dot_88)
  (openable Cabinet_bar__minus_03_dot_96_bar__plus_00_dot_39_bar__plus_04_dot_34)
  (openable Cabinet_bar__minus_03_dot_97_bar__plus_00_dot_39_bar__plus_02_dot_89)
  (openable Cabinet_bar__minus_03_dot_97_bar__plus_00_dot_39_bar__plus_03_dot_66)
  (openable Cabinet_bar__minus_04_dot_11_bar__plus_01_dot_94_bar__plus_05_dot_32)
  (openable Drawer_bar__minus_00_dot_51_bar__plus_00_dot_78_bar__plus_04_dot_62)
  (openable Drawer_bar__minus_00_dot_51_bar__plus_00_dot_78_bar__plus_05_dot_27)
  (openable Drawer_bar__minus_00_dot_51_bar__plus_00_dot_78_bar__plus_05_dot_92)
  (openable Drawer_bar__minus_00_dot_51_bar__plus_00_dot_78_bar__plus_06_dot_57)
  (openable Drawer_bar__minus_01_dot_86_bar__plus_00_dot_78_bar__plus_01_dot_96)
  (openable Drawer_bar__minus_03_dot_19_bar__plus_00_dot_78_bar__plus_05_dot_16)
  (openable Drawer_bar__minus_04_dot_09_bar__plus_00_dot_78_bar__plus_04_dot_66)
  (openable Drawer_bar__minus_04_dot_13_bar__plus_00_dot_80_bar__plus_02_dot_50)
  (openable Fridge_bar__minus_00_dot_32_bar_00_dot_00_bar__plus_03_dot_60)
  (openable Microwave_bar__minus_02_dot_69_bar__plus_01_dot_43_bar__plus_01_dot_69)
  (atLocation agent1 loc_bar__minus_2_bar_3_bar_0_bar_30)
  (cleanable Apple_bar__minus_00_dot_64_bar__plus_01_dot_19_bar__plus_03_dot_88)
  (cleanable Apple_bar__minus_00_dot_32_bar__plus_00_dot_25_bar__plus_05_dot_03)
  (cleanable Apple_bar__minus_01_dot_99_bar__plus_00_dot_61_bar__plus_01_dot_59)
  (cleanable Bowl_bar__minus_00_dot_94_bar__plus_00_dot_83_bar__plus_03_dot_73)
  (cleanable Bowl_bar__minus_03_dot_36_bar__plus_01_dot_04_bar__plus_05_dot_16)
  (cleanable Bowl_bar__minus_03_dot_59_bar__plus_00_dot_38_bar__plus_02_dot_48)
  (cleanable ButterKnife_bar__minus_02_dot_06_bar__plus_01_dot_13_bar__plus_01_dot_75)
  (cleanable Cup_bar__minus_03_dot_74_bar__plus_00_dot_56_bar__plus_03_dot_64)
  (cleanable Cup_bar__minus_00_dot_21_bar__plus_01_dot_69_bar__plus_05_dot_34)
  (cleanable DishSponge_bar__minus_02_dot_26_bar__plus_01_dot_31_bar__plus_02_dot_22)
  (cleanable DishSponge_bar__minus_02_dot_39_bar__plus_01_dot_56_bar__plus_01_dot_76)
  (cleanable DishSponge_bar__minus_03_dot_47_bar__plus_00_dot_44_bar__plus_05_dot_31)
  (cleanable Egg_bar__minus_01_dot_76_bar__plus_00_dot_71_bar__plus_01_dot_52)
  (cleanable Egg_bar__minus_03_dot_56_bar__plus_00_dot_34_bar__plus_05_dot_53)
  (cleanable Egg_bar__minus_04_dot_71_bar__plus_01_dot_22_bar__plus_03_dot_24)
  (cleanable Fork_bar__minus_03_dot_90_bar__plus_00_dot_72_bar__plus_05_dot_73)
  (cleanable Fork_bar__minus_01_dot_70_bar__plus_00_dot_54_bar__plus_01_dot_83)
  (cleanable Knife_bar__minus_01_dot_72_bar__plus_00_dot_31_bar__plus_01_dot_75)
  (cleanable Knife_bar__minus_04_dot_28_bar__plus_00_dot_86_bar__plus_03_dot_16)
  (cleanable Knife_bar__minus_01_dot_88_bar__plus_00_dot_74_bar__plus_01_dot_80)
  (cleanable Lettuce_bar__minus_01_dot_96_bar__plus_01_dot_61_bar__plus_02_dot_28)
  (cleanable Mug_bar__minus_02_dot_89_bar__plus_01_dot_64_bar__plus_03_dot_41)
  (cleanable Mug_bar__minus_03_dot_76_bar__plus_01_dot_46_bar__plus_02_dot_52)
  (cleanable Mug_bar__minus_03_dot_78_bar__plus_01_dot_28_bar__plus_05_dot_09)
  (cleanable Pan_bar__minus_00_dot_91_bar__plus_00_dot_53_bar__plus_03_dot_98)
  (cleanable Plate_bar__minus_03_dot_39_bar__plus_01_dot_52_bar__plus_02_dot_59)
  (cleanable Pot_bar__minus_02_dot_71_bar__plus_01_dot_00_bar__plus_06_dot_13)
  (cleanable Pot_bar__minus_02_dot_34_bar__plus_00_dot_00_bar__plus_01_dot_51)
  (cleanable Pot_bar__minus_03_dot_82_bar__plus_01_dot_46_bar__plus_02_dot_94)
  (cleanable Potato_bar__minus_04_dot_15_bar__plus_01_dot_69_bar__plus_05_dot_70)
  (cleanable Potato_bar__minus_03_dot_63_bar__plus_00_dot_98_bar__plus_05_dot_67)
  (cleanable Spatula_bar__minus_01_dot_94_bar__plus_00_dot_65_bar__plus_01_dot_94)
  (cleanable Spoon_bar__minus_01_dot_90_bar__plus_01_dot_51_bar__plus_01_dot_75)
  (cleanable Spoon_bar__minus_00_dot_42_bar__plus_01_dot_53_bar__plus_04_dot_85)
  (cleanable Spoon_bar__minus_03_dot_61_bar__plus_00_dot_18_bar__plus_05_dot_07)
  (cleanable Tomato_bar__minus_01_dot_89_bar__plus_01_dot_29_bar__plus_02_dot_34)
  (cleanable Tomato_bar__minus_02_dot_16_bar__plus_01_dot_02_bar__plus_01_dot_90)
  (cleanable Tomato_bar__minus_02_dot_13_bar__plus_00_dot_38_bar__plus_01_dot_54)
  (heatable Apple_bar__minus_00_dot_64_bar__plus_01_dot_19_bar__plus_03_dot_88)
  (heatable Apple_bar__minus_00_dot_32_bar__plus_00_dot_25_bar__plus_05_dot_03)
  (heatable Apple_bar__minus_01_dot_99_bar__plus_00_dot_61_bar__plus_01_dot_59)
  (heatable Bread_bar__minus_01_dot_81_bar__plus_00_dot_78_bar__plus_01_dot_95)
  (heatable Bread_bar__minus_02_dot_08_bar__plus_00_dot_95_bar__plus_02_dot_09)
  (heatable Bread_bar__minus_01_dot_94_bar__plus_00_dot_00_bar__plus_02_dot_61)
  (heatable Cup_bar__minus_03_dot_74_bar__plus_00_dot_56_bar__plus_03_dot_64)
  (heatable Cup_bar__minus_00_dot_21_bar__plus_01_dot_69_bar__plus_05_dot_34)
  (heatable Egg_bar__minus_01_dot_76_bar__plus_00_dot_71_bar__plus_01_dot_52)
  (heatable Egg_bar__minus_03_dot_56_bar__plus_00_dot_34_bar__plus_05_dot_53)
  (heatable Egg_bar__minus_04_dot_71_bar__plus_01_dot_22_bar__plus_03_dot_24)
  (heatable Mug_bar__minus_02_dot_89_bar__plus_01_dot_64_bar__plus_03_dot_41)
  (heatable Mug_bar__minus_03_dot_76_bar__plus_01_dot_46_bar__plus_02_dot_52)
  (heatable Mug_bar__minus_03_dot_78_bar__plus_01_dot_28_bar__plus_05_dot_09)
  (heatable Plate_bar__minus_03_dot_39_bar__plus_01_dot_52_bar__plus_02_dot_59)
  (heatable Potato_bar__minus_04_dot_15_bar__plus_01_dot_69_bar__plus_05_dot_70)
  (heatable Potato_bar__minus_03_dot_63_bar__plus_00_dot_98_bar__plus_05_dot_67)
  (heatable Tomato_bar__minus_01_dot_89_bar__plus_01_dot_29_bar__plus_02_dot_34)
  (heatable Tomato_bar__minus_02_dot_16_bar__plus_01_dot_02_bar__plus_01_dot_90)
  (heatable Tomato_bar__minus_02_dot_13_bar__plus_00_dot_38_bar__plus_01_dot_54)
  (coolable Apple_bar__minus_00_dot_64_bar__plus_01_dot_19_bar__plus_03_dot_88)
  (coolable Apple_bar__minus_00_dot_32_bar__plus_00_dot_25_bar__plus_05_dot_03)
  (coolable Apple_bar__minus_01_dot_99_bar__plus_00_dot_61_bar__plus_01_dot_59)
  (coolable Bowl_bar__minus_00_dot_94_bar__plus_00_dot_83_bar__plus_03_dot_73)
  (coolable Bowl_bar__minus_03_dot_36_bar__plus_01_dot_04_bar__plus_05_dot_16)
  (coolable Bowl_bar__minus_03_dot_59_bar__plus_00_dot_38_bar__plus_02_dot_48)
  (coolable Bread_bar__minus_01_dot_81_bar__plus_00_dot_78_bar__plus_01_dot_95)
  (coolable Bread_bar__minus_02_dot_08_bar__plus_00_dot_95_bar__plus_02_dot_09)
  (coolable Bread_bar__minus_01_dot_94_bar__plus_00_dot_00_bar__plus_02_dot_61)
  (coolable Cup_bar__minus_03_dot_74_bar__plus_00_dot_56_bar__plus_03_dot_64)
  (coolable Cup_bar__minus_00_dot_21_bar__plus_01_dot_69_bar__plus_05_dot_34)
  (coolable Egg_bar__minus_01_dot_76_bar__plus_00_dot_71_bar__plus_01_dot_52)
  (coolable Egg_bar__minus_03_dot_56_bar__plus_00_dot_34_bar__plus_05_dot_53)
  (coolable Egg_bar__minus_04_dot_71_bar__plus_01_dot_22_bar__plus_03_dot_24)
  (coolable Lettuce_bar__minus_01_dot_96_bar__plus_01_dot_61_bar__plus_02_dot_28)
  (coolable Mug_bar__minus_02_dot_89_bar__plus_01_dot_64_bar__plus_03_dot_41)
  (coolable Mug_bar__minus_03_dot_76_bar__plus_01_dot_46_bar__plus_02_dot_52)
  (coolable Mug_bar__minus_03_dot_78_bar__plus_01_dot_28_bar__plus_05_dot_09)
  (coolable Pan_bar__minus_00_dot_91_bar__plus_00_dot_53_bar__plus_03_dot_98)
  (coolable Plate_bar__minus_03_dot_39_bar__plus_01_dot_52_bar__plus_02_dot_59)
  (coolable Pot_bar__minus_02_dot_71_bar__plus_01_dot_00_bar__plus_06_dot_13)
  (coolable Pot_bar__minus_02_dot_34_bar__plus_00_dot_00_bar__plus_01_dot_51)
  (coolable Pot_bar__minus_03_dot_82_bar__plus_01_dot_46_bar__plus_02_dot_94)
  (coolable Potato_bar__minus_04_dot_15_bar__plus_01_dot_69_bar__plus_05_dot_70)
  (coolable Potato_bar__minus_03_dot_63_bar__plus_00_dot_98_bar__plus_05_dot_67)
  (coolable Tomato_bar__minus_01_dot_89_bar__plus_01_dot_29_bar__plus_02_dot_34)
  (coolable Tomato_bar__minus_02_dot_16_bar__plus_01_dot_02_bar__plus_01_dot_90)
  (coolable Tomato_bar__minus_02_dot_13_bar__plus_00_dot_38_bar__plus_01_dot_54)
  (coolable WineBottle_bar__minus_03_dot_37_bar__plus_00_dot_37_bar__plus_02_dot_62)
  (sliceable Apple_bar__minus_00_dot_64_bar__plus_01_dot_19_bar__plus_03_dot_88)
  (sliceable Apple_bar__minus_00_dot_32_bar__plus_00_dot_25_bar__plus_05_dot_03)
  (sliceable Apple_bar__minus_01_dot_99_bar__plus_00_dot_61_bar__plus_01_dot_59)
  (sliceable Bread_bar__minus_01_dot_81_bar__plus_00_dot_78_bar__plus_01_dot_95)
  (sliceable Bread_bar__minus_02_dot_08_bar__plus_00_dot_95_bar__plus_02_dot_09)
  (sliceable Bread_bar__minus_01_dot_94_bar__plus_00_dot_00_bar__plus_02_dot_61)
  (sliceable Egg_bar__minus_01_dot_76_bar__plus_00_dot_71_bar__plus_01_dot_52)
  (sliceable Egg_bar__minus_03_dot_56_bar__plus_00_dot_34_bar__plus_05_dot_53)
  (sliceable Egg_bar__minus_04_dot_71_bar__plus_01_dot_22_bar__plus_03_dot_24)
  (sliceable Lettuce_bar__minus_01_dot_96_bar__plus_01_dot_61_bar__plus_02_dot_28)
  (sliceable Potato_bar__minus_04_dot_15_bar__plus_01_dot_69_bar__plus_05_dot_70)
  (sliceable Potato_bar__minus_03_dot_63_bar__plus_00_dot_98_bar__plus_05_dot_67)
  (sliceable Tomato_bar__minus_01_dot_89_bar__plus_01_dot_29_bar__plus_02_dot_34)
  (sliceable Tomato_bar__minus_02_dot_16_bar__plus_01_dot_02_bar__plus_01_dot_90)
  (sliceable Tomato_bar__minus_02_dot_13_bar__plus_00_dot_38_bar__plus_01_dot_54)
  (pickupable Apple_bar__minus_00_dot_64_bar__plus_01_dot_19_bar__plus_03_dot_88)
  (pickupable Apple_bar__minus_00_dot_32_bar__plus_00_dot_25_bar__plus_05_dot_03)
  (pickupable Apple_bar__minus_01_dot_99_bar__plus_00_dot_61_bar__plus_01_dot_59)
  (pickupable Bowl_bar__minus_00_dot_94_bar__plus_00_dot_83_bar__plus_03_dot_73)
  (pickupable Bowl_bar__minus_03_dot_36_bar__plus_01_dot_04_bar__plus_05_dot_16)
  (pickupable Bowl_bar__minus_03_dot_59_bar__plus_00_dot_38_bar__plus_02_dot_48)
  (pickupable Bread_bar__minus_01_dot_81_bar__plus_00_dot_78_bar__plus_01_dot_95)
  (pickupable Bread_bar__minus_02_dot_08_bar__plus_00_dot_95_bar__plus_02_dot_09)
  (pickupable Bread_bar__minus_01_dot_94_bar__plus_00_dot_00_bar__plus_02_dot_61)
  (pickupable ButterKnife_bar__minus_02_dot_06_bar__plus_01_dot_13_bar__plus_01_dot_75)
  (pickupable Cup_bar__minus_03_dot_74_bar__plus_00_dot_56_bar__plus_03_dot_64)
  (pickupable Cup_bar__minus_00_dot_21_bar__plus_01_dot_69_bar__plus_05_dot_34)
  (pickupable DishSponge_bar__minus_02_dot_26_bar__plus_01_dot_31_bar__plus_02_dot_22)
  (pickupable DishSponge_bar__minus_02_dot_39_bar__plus_01_dot_56_bar__plus_01_dot_76)
  (pickupable DishSponge_bar__minus_03_dot_47_bar__plus_00_dot_44_bar__plus_05_dot_31)
  (pickupable Egg_bar__minus_01_dot_76_bar__plus_00_dot_71_bar__plus_01_dot_52)
  (pickupable Egg_bar__minus_03_dot_56_bar__plus_00_dot_34_bar__plus_05_dot_53)
  (pickupable Egg_bar__minus_04_dot_71_bar__plus_01_dot_22_bar__plus_03_dot_24)
  (pickupable Fork_bar__minus_03_dot_90_bar__plus_00_dot_72_bar__plus_05_dot_73)
  (pickupable Fork_bar__minus_01_dot_70_bar__plus_00_dot_54_bar__plus_01_dot_83)
  (pickupable Knife_bar__minus_01_dot_72_bar__plus_00_dot_31_bar__plus_01_dot_75)
  (pickupable Knife_bar__minus_04_dot_28_bar__plus_00_dot_86_bar__plus_03_dot_16)
  (pickupable Knife_bar__minus_01_dot_88_bar__plus_00_dot_74_bar__plus_01_dot_80)
  (pickupable Lettuce_bar__minus_01_dot_96_bar__plus_01_dot_61_bar__plus_02_dot_28)
  (pickupable Mug_bar__minus_02_dot_89_bar__plus_01_dot_64_bar__plus_03_dot_41)
  (pickupable Mug_bar__minus_03_dot_76_bar__plus_01_dot_46_bar__plus_02_dot_52)
  (pickupable Mug_bar__minus_03_dot_78_bar__plus_01_dot_28_bar__plus_05_dot_09)
  (pickupable Pan_bar__minus_00_dot_91_bar__plus_00_dot_53_bar__plus_03_dot_98)
  (pickupable PaperTowelRoll_bar__minus_03_dot_46_bar__plus_01_dot_31_bar__plus_05_dot_29)
  (pickupable Pencil_bar__minus_03_dot_81_bar__plus_00_dot_19_bar__plus_05_dot_29)
  (pickupable PepperShaker_bar__minus_02_dot_91_bar__plus_01_dot_64_bar__plus_05_dot_19)
  (pickupable PepperShaker_bar__minus_03_dot_58_bar__plus_00_dot_15_bar__plus_05_dot_52)
  (pickupable Plate_bar__minus_03_dot_39_bar__plus_01_dot_52_bar__plus_02_dot_59)
  (pickupable Pot_bar__minus_02_dot_71_bar__plus_01_dot_00_bar__plus_06_dot_13)
  (pickupable Pot_bar__minus_02_dot_34_bar__plus_00_dot_00_bar__plus_01_dot_51)
  (pickupable Pot_bar__minus_03_dot_82_bar__plus_01_dot_46_bar__plus_02_dot_94)
  (pickupable Potato_bar__minus_04_dot_15_bar__plus_01_dot_69_bar__plus_05_dot_70)
  (pickupable Potato_bar__minus_03_dot_63_bar__plus_00_dot_98_bar__plus_05_dot_67)
  (pickupable SaltShaker_bar__minus_00_dot_87_bar__plus_00_dot_53_bar__plus_05_dot_86)
  (pickupable SoapBottle_bar__minus_04_dot_14_bar__plus_00_dot_36_bar__plus_05_dot_10)
  (pickupable Spatula_bar__minus_01_dot_94_bar__plus_00_dot_65_bar__plus_01_dot_94)
  (pickupable Spoon_bar__minus_01_dot_90_bar__plus_01_dot_51_bar__plus_01_dot_75)
  (pickupable Spoon_bar__minus_00_dot_42_bar__plus_01_dot_53_bar__plus_04_dot_85)
  (pickupable Spoon_bar__minus_03_dot_61_bar__plus_00_dot_18_bar__plus_05_dot_07)
  (pickupable Tomato_bar__minus_01_dot_89_bar__plus_01_dot_29_bar__plus_02_dot_34)
  (pickupable Tomato_bar__minus_02_dot_16_bar__plus_01_dot_02_bar__plus_01_dot_90)
  (pickupable Tomato_bar__minus_02_dot_13_bar__plus_00_dot_38_bar__plus_01_dot_54)
  (pickupable WineBottle_bar__minus_03_dot_37_bar__plus_00_dot_37_bar__plus_02_dot_62)
  (inReceptacle Apple_bar__minus_00_dot_64_bar__plus_01_dot_19_bar__plus_03_dot_88 Fridge_bar__minus_00_dot_32_bar_00_dot_00_bar__plus_03_dot_60)
  (inReceptacle Apple_bar__minus_00_dot_32_bar__plus_00_dot_25_bar__plus_05_dot_03 CounterTop_bar__minus_00_dot_35_bar__plus_00_dot_96_bar__plus_05_dot_60)
  (inReceptacle Apple_bar__minus_01_dot_99_bar__plus_00_dot_61_bar__plus_01_dot_59 CounterTop_bar__minus_01_dot_87_bar__plus_00_dot_96_bar__plus_01_dot_80)
  (inReceptacle Bowl_bar__minus_00_dot_94_bar__plus_00_dot_83_bar__plus_03_dot_73 Fridge_bar__minus_00_dot_32_bar_00_dot_00_bar__plus_03_dot_60)
  (inReceptacle Bowl_bar__minus_03_dot_36_bar__plus_01_dot_04_bar__plus_05_dot_16 Cabinet_bar__minus_03_dot_64_bar__plus_00_dot_39_bar__plus_05_dot_03)
  (inReceptacle Bowl_bar__minus_03_dot_59_bar__plus_00_dot_38_bar__plus_02_dot_48 Cabinet_bar__minus_03_dot_96_bar__plus_00_dot_39_bar__plus_02_dot_12)
  (inReceptacle Bread_bar__minus_01_dot_81_bar__plus_00_dot_78_bar__plus_01_dot_95 CounterTop_bar__minus_01_dot_87_bar__plus_00_dot_96_bar__plus_01_dot_80)
  (inReceptacle Bread_bar__minus_02_dot_08_bar__plus_00_dot_95_bar__plus_02_dot_09 CounterTop_bar__minus_01_dot_87_bar__plus_00_dot_96_bar__plus_01_dot_80)
  (inReceptacle Bread_bar__minus_01_dot_94_bar__plus_00_dot_00_bar__plus_02_dot_61 GarbageCan_bar__minus_01_dot_92_bar__plus_01_dot_23_bar__plus_02_dot_43)
  (inReceptacle ButterKnife_bar__minus_02_dot_06_bar__plus_01_dot_13_bar__plus_01_dot_75 CounterTop_bar__minus_01_dot_87_bar__plus_00_dot_96_bar__plus_01_dot_80)
  (inReceptacle Cup_bar__minus_03_dot_74_bar__plus_00_dot_56_bar__plus_03_dot_64 Cabinet_bar__minus_03_dot_96_bar__plus_00_dot_39_bar__plus_02_dot_88)
  (inReceptacle Cup_bar__minus_00_dot_21_bar__plus_01_dot_69_bar__plus_05_dot_34 CounterTop_bar__minus_00_dot_35_bar__plus_00_dot_96_bar__plus_05_dot_60)
  (inReceptacle DishSponge_bar__minus_02_dot_26_bar__plus_01_dot_31_bar__plus_02_dot_22 GarbageCan_bar__minus_01_dot_92_bar__plus_01_dot_23_bar__plus_02_dot_43)
  (inReceptacle DishSponge_bar__minus_02_dot_39_bar__plus_01_dot_56_bar__plus_01_dot_76 CounterTop_bar__minus_01_dot_87_bar__plus_00_dot_96_bar__plus_01_dot_80)
  (inReceptacle DishSponge_bar__minus_03_dot_47_bar__plus_00_dot_44_bar__plus_05_dot_31 CounterTop_bar__minus_04_dot_26_bar__plus_00_dot_96_bar__plus_04_dot_94)
  (inReceptacle Egg_bar__minus_01_dot_76_bar__plus_00_dot_71_bar__plus_01_dot_52 CounterTop_bar__minus_01_dot_87_bar__plus_00_dot_96_bar__plus_01_dot_80)
  (inReceptacle Egg_bar__minus_03_dot_56_bar__plus_00_dot_34_bar__plus_05_dot_53 CounterTop_bar__minus_04_dot_26_bar__plus_00_dot_96_bar__plus_04_dot_94)
  (inReceptacle Egg_bar__minus_04_dot_71_bar__plus_01_dot_22_bar__plus_03_dot_24 Sink_bar__minus_04_dot_19_bar__plus_00_dot_92_bar__plus_03_dot_28_bar_SinkBasin)
  (inReceptacle Fork_bar__minus_03_dot_90_bar__plus_00_dot_72_bar__plus_05_dot_73 CounterTop_bar__minus_04_dot_26_bar__plus_00_dot_96_bar__plus_04_dot_94)
  (inReceptacle Fork_bar__minus_01_dot_70_bar__plus_00_dot_54_bar__plus_01_dot_83 CounterTop_bar__minus_01_dot_87_bar__plus_00_dot_96_bar__plus_01_dot_80)
  (inReceptacle Knife_bar__minus_01_dot_72_bar__plus_00_dot_31_bar__plus_01_dot_75 CounterTop_bar__minus_01_dot_87_bar__plus_00_dot_96_bar__plus_01_dot_80)
  (inReceptacle Knife_bar__minus_04_dot_28_bar__plus_00_dot_86_bar__plus_03_dot_16 Sink_bar__minus_04_dot_19_bar__plus_00_dot_92_bar__plus_03_dot_28_bar_SinkBasin)
  (inReceptacle Knife_bar__minus_01_dot_88_bar__plus_00_dot_74_bar__plus_01_dot_80 CounterTop_bar__minus_01_dot_87_bar__plus_00_dot_96_bar__plus_01_dot_80)
  (inReceptacle Lettuce_bar__minus_01_dot_96_bar__plus_01_dot_61_bar__plus_02_dot_28 GarbageCan_bar__minus_01_dot_92_bar__plus_01_dot_23_bar__plus_02_dot_43)
  (inReceptacle Mug_bar__minus_02_dot_89_bar__plus_01_dot_64_bar__plus_03_dot_41 CoffeeMachine_bar__minus_03_dot_23_bar__plus_01_dot_20_bar__plus_03_dot_03)
  (inReceptacle Mug_bar__minus_03_dot_76_bar__plus_01_dot_46_bar__plus_02_dot_52 Cabinet_bar__minus_03_dot_96_bar__plus_00_dot_39_bar__plus_02_dot_12)
  (inReceptacle Mug_bar__minus_03_dot_78_bar__plus_01_dot_28_bar__plus_05_dot_09 CounterTop_bar__minus_04_dot_26_bar__plus_00_dot_96_bar__plus_04_dot_94)
  (inReceptacle Pan_bar__minus_00_dot_91_bar__plus_00_dot_53_bar__plus_03_dot_98 Cabinet_bar__minus_00_dot_64_bar__plus_00_dot_39_bar__plus_04_dot_30)
  (inReceptacle PaperTowelRoll_bar__minus_03_dot_46_bar__plus_01_dot_31_bar__plus_05_dot_29 CounterTop_bar__minus_04_dot_26_bar__plus_00_dot_96_bar__plus_04_dot_94)
  (inReceptacle Pencil_bar__minus_03_dot_81_bar__plus_00_dot_19_bar__plus_05_dot_29 CounterTop_bar__minus_04_dot_26_bar__plus_00_dot_96_bar__plus_04_dot_94)
  (inReceptacle PepperShaker_bar__minus_02_dot_91_bar__plus_01_dot_64_bar__plus_05_dot_19 Cabinet_bar__minus_03_dot_04_bar__plus_01_dot_94_bar__plus_05_dot_32)
  (inReceptacle PepperShaker_bar__minus_03_dot_58_bar__plus_00_dot_15_bar__plus_05_dot_52 CounterTop_bar__minus_04_dot_26_bar__plus_00_dot_96_bar__plus_04_dot_94)
  (inReceptacle Plate_bar__minus_03_dot_39_bar__plus_01_dot_52_bar__plus_02_dot_59 Cabinet_bar__minus_03_dot_19_bar__plus_00_dot_39_bar__plus_02_dot_09)
  (inReceptacle Pot_bar__minus_02_dot_71_bar__plus_01_dot_00_bar__plus_06_dot_13 StoveBurner_bar__minus_02_dot_58_bar__plus_01_dot_36_bar__plus_05_dot_74)
  (inReceptacle Pot_bar__minus_02_dot_34_bar__plus_00_dot_00_bar__plus_01_dot_51 CounterTop_bar__minus_01_dot_87_bar__plus_00_dot_96_bar__plus_01_dot_80)
  (inReceptacle Pot_bar__minus_03_dot_82_bar__plus_01_dot_46_bar__plus_02_dot_94 StoveBurner_bar__minus_04_dot_02_bar__plus_00_dot_69_bar__plus_03_dot_28)
  (inReceptacle Potato_bar__minus_04_dot_15_bar__plus_01_dot_69_bar__plus_05_dot_70 CounterTop_bar__minus_04_dot_26_bar__plus_00_dot_96_bar__plus_04_dot_94)
  (inReceptacle Potato_bar__minus_03_dot_63_bar__plus_00_dot_98_bar__plus_05_dot_67 CounterTop_bar__minus_04_dot_26_bar__plus_00_dot_96_bar__plus_04_dot_94)
  (inReceptacle SaltShaker_bar__minus_00_dot_87_bar__plus_00_dot_53_bar__plus_05_dot_86 Cabinet_bar__minus_00_dot_64_bar__plus_00_dot_39_bar__plus_05_dot_60)
  (inReceptacle SoapBottle_bar__minus_04_dot_14_bar__plus_00_dot_36_bar__plus_05_dot_10 CounterTop_bar__minus_04_dot_26_bar__plus_00_dot_96_bar__plus_04_dot_94)
  (inReceptacle Spatula_bar__minus_01_dot_94_bar__plus_00_dot_65_bar__plus_01_dot_94 Drawer_bar__minus_01_dot_86_bar__plus_00_dot_78_bar__plus_01_dot_96)
  (inReceptacle Spoon_bar__minus_01_dot_90_bar__plus_01_dot_51_bar__plus_01_dot_75 CounterTop_bar__minus_01_dot_87_bar__plus_00_dot_96_bar__plus_01_dot_80)
  (inReceptacle Spoon_bar__minus_00_dot_42_bar__plus_01_dot_53_bar__plus_04_dot_85 CounterTop_bar__minus_00_dot_35_bar__plus_00_dot_96_bar__plus_05_dot_60)
  (inReceptacle Spoon_bar__minus_03_dot_61_bar__plus_00_dot_18_bar__plus_05_dot_07 CounterTop_bar__minus_04_dot_26_bar__plus_00_dot_96_bar__plus_04_dot_94)
  (inReceptacle Tomato_bar__minus_01_dot_89_bar__plus_01_dot_29_bar__plus_02_dot_34 GarbageCan_bar__minus_01_dot_92_bar__plus_01_dot_23_bar__plus_02_dot_43)
  (inReceptacle Tomato_bar__minus_02_dot_16_bar__plus_01_dot_02_bar__plus_01_dot_90 CounterTop_bar__minus_01_dot_87_bar__plus_00_dot_96_bar__plus_01_dot_80)
  (inReceptacle Tomato_bar__minus_02_dot_13_bar__plus_00_dot_38_bar__plus_01_dot_54 CounterTop_bar__minus_01_dot_87_bar__plus_00_dot_96_bar__plus_01_dot_80)
  (inReceptacle WineBottle_bar__minus_03_dot_37_bar__plus_00_dot_37_bar__plus_02_dot_62 Cabinet_bar__minus_03_dot_19_bar__plus_00_dot_39_bar__plus_02_dot_09)
  (receptacleAtLocation Cabinet_bar__minus_00_dot_64_bar__plus_00_dot_39_bar__plus_04_dot_30 loc_bar__minus_6_bar_17_bar_1_bar_30)
  (receptacleAtLocation Cabinet_bar__minus_00_dot_64_bar__plus_00_dot_39_bar__plus_05_dot_58 loc_bar__minus_6_bar_20_bar_1_bar_30)
  (receptacleAtLocation Cabinet_bar__minus_00_dot_64_bar__plus_00_dot_39_bar__plus_05_dot_60 loc_bar__minus_6_bar_22_bar_1_bar_30)
  (receptacleAtLocation Cabinet_bar__minus_00_dot_64_bar__plus_00_dot_39_bar__plus_06_dot_88 loc_bar__minus_6_bar_25_bar_1_bar_30)
  (receptacleAtLocation Cabinet_bar__minus_01_dot_54_bar__plus_00_dot_39_bar__plus_02_dot_09 loc_bar__minus_9_bar_12_bar_2_bar_30)
  (receptacleAtLocation Cabinet_bar__minus_03_dot_04_bar__plus_00_dot_39_bar__plus_05_dot_03 loc_bar__minus_11_bar_17_bar_0_bar_30)
  (receptacleAtLocation Cabinet_bar__minus_03_dot_04_bar__plus_01_dot_94_bar__plus_05_dot_32 loc_bar__minus_13_bar_19_bar_0_bar_0)
  (receptacleAtLocation Cabinet_bar__minus_03_dot_19_bar__plus_00_dot_39_bar__plus_02_dot_09 loc_bar__minus_12_bar_12_bar_2_bar_30)
  (receptacleAtLocation Cabinet_bar__minus_03_dot_64_bar__plus_00_dot_39_bar__plus_05_dot_03 loc_bar__minus_12_bar_17_bar_0_bar_30)
  (receptacleAtLocation Cabinet_bar__minus_03_dot_67_bar__plus_00_dot_39_bar__plus_05_dot_03 loc_bar__minus_13_bar_16_bar_0_bar_30)
  (receptacleAtLocation Cabinet_bar__minus_03_dot_92_bar__plus_00_dot_40_bar__plus_02_dot_09 loc_bar__minus_13_bar_12_bar_2_bar_30)
  (receptacleAtLocation Cabinet_bar__minus_03_dot_96_bar__plus_00_dot_39_bar__plus_02_dot_12 loc_bar__minus_12_bar_10_bar_3_bar_30)
  (receptacleAtLocation Cabinet_bar__minus_03_dot_96_bar__plus_00_dot_39_bar__plus_02_dot_88 loc_bar__minus_12_bar_13_bar_3_bar_30)
  (receptacleAtLocation Cabinet_bar__minus_03_dot_96_bar__plus_00_dot_39_bar__plus_04_dot_34 loc_bar__minus_12_bar_17_bar_3_bar_30)
  (receptacleAtLocation Cabinet_bar__minus_03_dot_97_bar__plus_00_dot_39_bar__plus_02_dot_89 loc_bar__minus_12_bar_13_bar_3_bar_30)
  (receptacleAtLocation Cabinet_bar__minus_03_dot_97_bar__plus_00_dot_39_bar__plus_03_dot_66 loc_bar__minus_12_bar_12_bar_3_bar_30)
  (receptacleAtLocation Cabinet_bar__minus_04_dot_11_bar__plus_01_dot_94_bar__plus_05_dot_32 loc_bar__minus_15_bar_19_bar_0_bar_0)
  (receptacleAtLocation CoffeeMachine_bar__minus_03_dot_23_bar__plus_01_dot_20_bar__plus_03_dot_03 loc_bar__minus_9_bar_13_bar_3_bar_30)
  (receptacleAtLocation CounterTop_bar__minus_00_dot_35_bar__plus_00_dot_96_bar__plus_05_dot_60 loc_bar__minus_4_bar_20_bar_1_bar_30)
  (receptacleAtLocation CounterTop_bar__minus_01_dot_87_bar__plus_00_dot_96_bar__plus_01_dot_80 loc_bar__minus_8_bar_10_bar_2_bar_30)
  (receptacleAtLocation CounterTop_bar__minus_04_dot_26_bar__plus_00_dot_96_bar__plus_04_dot_94 loc_bar__minus_15_bar_19_bar_0_bar_30)
  (receptacleAtLocation Drawer_bar__minus_00_dot_51_bar__plus_00_dot_78_bar__plus_04_dot_62 loc_bar__minus_4_bar_21_bar_2_bar_30)
  (receptacleAtLocation Drawer_bar__minus_00_dot_51_bar__plus_00_dot_78_bar__plus_05_dot_27 loc_bar__minus_4_bar_24_bar_2_bar_30)
  (receptacleAtLocation Drawer_bar__minus_00_dot_51_bar__plus_00_dot_78_bar__plus_05_dot_92 loc_bar__minus_4_bar_21_bar_0_bar_30)
  (receptacleAtLocation Drawer_bar__minus_00_dot_51_bar__plus_00_dot_78_bar__plus_06_dot_57 loc_bar__minus_4_bar_23_bar_0_bar_30)
  (receptacleAtLocation Drawer_bar__minus_00_dot_97_bar__plus_00_dot_40_bar__plus_02_dot_06 loc_bar__minus_2_bar_9_bar_3_bar_30)
  (receptacleAtLocation Drawer_bar__minus_01_dot_86_bar__plus_00_dot_78_bar__plus_01_dot_96 loc_bar__minus_5_bar_9_bar_3_bar_30)
  (receptacleAtLocation Drawer_bar__minus_01_dot_89_bar__plus_00_dot_55_bar__plus_05_dot_64 loc_bar__minus_9_bar_19_bar_0_bar_30)
  (receptacleAtLocation Drawer_bar__minus_03_dot_19_bar__plus_00_dot_78_bar__plus_05_dot_16 loc_bar__minus_15_bar_19_bar_1_bar_30)
  (receptacleAtLocation Drawer_bar__minus_04_dot_09_bar__plus_00_dot_78_bar__plus_04_dot_66 loc_bar__minus_15_bar_14_bar_0_bar_30)
  (receptacleAtLocation Drawer_bar__minus_04_dot_13_bar__plus_00_dot_80_bar__plus_02_dot_50 loc_bar__minus_13_bar_11_bar_3_bar_30)
  (receptacleAtLocation Fridge_bar__minus_00_dot_32_bar_00_dot_00_bar__plus_03_dot_60 loc_bar__minus_5_bar_15_bar_1_bar_0)
  (receptacleAtLocation GarbageCan_bar__minus_01_dot_92_bar__plus_01_dot_23_bar__plus_02_dot_43 loc_bar__minus_8_bar_12_bar_2_bar_30)
  (receptacleAtLocation Microwave_bar__minus_02_dot_69_bar__plus_01_dot_43_bar__plus_01_dot_69 loc_bar__minus_11_bar_10_bar_2_bar_0)
  (receptacleAtLocation Sink_bar__minus_04_dot_19_bar__plus_00_dot_92_bar__plus_03_dot_28_bar_SinkBasin loc_bar__minus_15_bar_14_bar_3_bar_30)
  (receptacleAtLocation StoveBurner_bar__minus_02_dot_58_bar__plus_01_dot_36_bar__plus_05_dot_74 loc_bar__minus_8_bar_24_bar_3_bar_60)
  (receptacleAtLocation StoveBurner_bar__minus_02_dot_69_bar__plus_00_dot_27_bar__plus_06_dot_24 loc_bar__minus_8_bar_24_bar_3_bar_45)
  (receptacleAtLocation StoveBurner_bar__minus_04_dot_02_bar__plus_00_dot_69_bar__plus_03_dot_28 loc_bar__minus_14_bar_13_bar_3_bar_45)
  (receptacleAtLocation StoveBurner_bar__minus_04_dot_15_bar__plus_00_dot_37_bar__plus_03_dot_17 loc_bar__minus_14_bar_13_bar_3_bar_60)
  (receptacleAtLocation Toaster_bar__minus_03_dot_44_bar__plus_01_dot_47_bar__plus_03_dot_93 loc_bar__minus_10_bar_17_bar_3_bar_30)
  (objectAtLocation Curtains_bar__minus_02_dot_88_bar__plus_00_dot_58_bar__plus_03_dot_79 loc_bar__minus_13_bar_12_bar_0_bar_30)
  (objectAtLocation LightSwitch_bar__minus_01_dot_47_bar__plus_00_dot_80_bar__plus_02_dot_00 loc_bar__minus_2_bar_9_bar_3_bar_30)
  (objectAtLocation Sink_bar__minus_04_dot_19_bar__plus_00_dot_92_bar__plus_03_dot_28 loc_bar__minus_15_bar_14_bar_3_bar_30)
  (objectAtLocation StoveKnob_bar__minus_03_dot_24_bar__plus_01_dot_12_bar__plus_05_dot_10 loc_bar__minus_9_bar_20_bar_3_bar_30)
  (objectAtLocation StoveKnob_bar__minus_03_dot_61_bar__plus_01_dot_68_bar__plus_03_dot_09 loc_bar__minus_12_bar_13_bar_3_bar_30)
  (objectAtLocation StoveKnob_bar__minus_03_dot_36_bar__plus_01_dot_71_bar__plus_04_dot_24 loc_bar__minus_13_bar_14_bar_0_bar_30)
  (objectAtLocation StoveKnob_bar__minus_02_dot_35_bar__plus_00_dot_71_bar__plus_03_dot_71 loc_bar__minus_8_bar_14_bar_3_bar_30)
  (objectAtLocation Window_bar__minus_03_dot_83_bar__plus_01_dot_46_bar__plus_02_dot_36 loc_bar__minus_13_bar_10_bar_3_bar_30)
  (objectAtLocation Window_bar__minus_00_dot_89_bar__plus_01_dot_35_bar__plus_06_dot_05 loc_bar__minus_5_bar_24_bar_1_bar_30)
  (objectAtLocation Apple_bar__minus_00_dot_64_bar__plus_01_dot_19_bar__plus_03_dot_88 loc_bar__minus_5_bar_15_bar_1_bar_0)
  (objectAtLocation Apple_bar__minus_00_dot_32_bar__plus_00_dot_25_bar__plus_05_dot_03 loc_bar__minus_4_bar_20_bar_1_bar_30)
  (objectAtLocation Apple_bar__minus_01_dot_99_bar__plus_00_dot_61_bar__plus_01_dot_59 loc_bar__minus_8_bar_10_bar_2_bar_30)
  (objectAtLocation Bowl_bar__minus_00_dot_94_bar__plus_00_dot_83_bar__plus_03_dot_73 loc_bar__minus_5_bar_15_bar_1_bar_0)
  (objectAtLocation Bowl_bar__minus_03_dot_36_bar__plus_01_dot_04_bar__plus_05_dot_16 loc_bar__minus_12_bar_17_bar_0_bar_30)
  (objectAtLocation Bowl_bar__minus_03_dot_59_bar__plus_00_dot_38_bar__plus_02_dot_48 loc_bar__minus_12_bar_10_bar_3_bar_30)
  (objectAtLocation Bread_bar__minus_01_dot_81_bar__plus_00_dot_78_bar__plus_01_dot_95 loc_bar__minus_8_bar_10_bar_2_bar_30)
  (objectAtLocation Bread_bar__minus_02_dot_08_bar__plus_00_dot_95_bar__plus_02_dot_09 loc_bar__minus_8_bar_10_bar_2_bar_30)
  (objectAtLocation Bread_bar__minus_01_dot_94_bar__plus_00_dot_00_bar__plus_02_dot_61 loc_bar__minus_8_bar_12_bar_2_bar_30)
  (objectAtLocation ButterKnife_bar__minus_02_dot_06_bar__plus_01_dot_13_bar__plus_01_dot_75 loc_bar__minus_8_bar_10_bar_2_bar_30)
  (objectAtLocation Cup_bar__minus_03_dot_74_bar__plus_00_dot_56_bar__plus_03_dot_64 loc_bar__minus_12_bar_13_bar_3_bar_30)
  (objectAtLocation Cup_bar__minus_00_dot_21_bar__plus_01_dot_69_bar__plus_05_dot_34 loc_bar__minus_4_bar_20_bar_1_bar_30)
  (objectAtLocation DishSponge_bar__minus_02_dot_26_bar__plus_01_dot_31_bar__plus_02_dot_22 loc_bar__minus_8_bar_12_bar_2_bar_30)
  (objectAtLocation DishSponge_bar__minus_02_dot_39_bar__plus_01_dot_56_bar__plus_01_dot_76 loc_bar__minus_8_bar_10_bar_2_bar_30)
  (objectAtLocation DishSponge_bar__minus_03_dot_47_bar__plus_00_dot_44_bar__plus_05_dot_31 loc_bar__minus_15_bar_19_bar_0_bar_30)
  (objectAtLocation Egg_bar__minus_01_dot_76_bar__plus_00_dot_71_bar__plus_01_dot_52 loc_bar__minus_8_bar_10_bar_2_bar_30)
  (objectAtLocation Egg_bar__minus_03_dot_56_bar__plus_00_dot_34_bar__plus_05_dot_53 loc_bar__minus_15_bar_19_bar_0_bar_30)
  (objectAtLocation Egg_bar__minus_04_dot_71_bar__plus_01_dot_22_bar__plus_03_dot_24 loc_bar__minus_15_bar_14_bar_3_bar_30)
  (objectAtLocation Fork_bar__minus_03_dot_90_bar__plus_00_dot_72_bar__plus_05_dot_73 loc_bar__minus_15_bar_19_bar_0_bar_30)
  (objectAtLocation Fork_bar__minus_01_dot_70_bar__plus_00_dot_54_bar__plus_01_dot_83 loc_bar__minus_8_bar_10_bar_2_bar_30)
  (objectAtLocation Knife_bar__minus_01_dot_72_bar__plus_00_dot_31_bar__plus_01_dot_75 loc_bar__minus_8_bar_10_bar_2_bar_30)
  (objectAtLocation Knife_bar__minus_04_dot_28_bar__plus_00_dot_86_bar__plus_03_dot_16 loc_bar__minus_15_bar_14_bar_3_bar_30)
  (objectAtLocation Knife_bar__minus_01_dot_88_bar__plus_00_dot_74_bar__plus_01_dot_80 loc_bar__minus_8_bar_10_bar_2_bar_30)
  (objectAtLocation Lettuce_bar__minus_01_dot_96_bar__plus_01_dot_61_bar__plus_02_dot_28 loc_bar__minus_8_bar_12_bar_2_bar_30)
  (objectAtLocation Mug_bar__minus_02_dot_89_bar__plus_01_dot_64_bar__plus_03_dot_41 loc_bar__minus_9_bar_13_bar_3_bar_30)
  (objectAtLocation Mug_bar__minus_03_dot_76_bar__plus_01_dot_46_bar__plus_02_dot_52 loc_bar__minus_12_bar_10_bar_3_bar_30)
  (objectAtLocation Mug_bar__minus_03_dot_78_bar__plus_01_dot_28_bar__plus_05_dot_09 loc_bar__minus_15_bar_19_bar_0_bar_30)
  (objectAtLocation Pan_bar__minus_00_dot_91_bar__plus_00_dot_53_bar__plus_03_dot_98 loc_bar__minus_6_bar_17_bar_1_bar_30)
  (objectAtLocation PaperTowelRoll_bar__minus_03_dot_46_bar__plus_01_dot_31_bar__plus_05_dot_29 loc_bar__minus_15_bar_19_bar_0_bar_30)
  (objectAtLocation Pencil_bar__minus_03_dot_81_bar__plus_00_dot_19_bar__plus_05_dot_29 loc_bar__minus_15_bar_19_bar_0_bar_30)
  (objectAtLocation PepperShaker_bar__minus_02_dot_91_bar__plus_01_dot_64_bar__plus_05_dot_19 loc_bar__minus_13_bar_19_bar_0_bar_0)
  (objectAtLocation PepperShaker_bar__minus_03_dot_58_bar__plus_00_dot_15_bar__plus_05_dot_52 loc_bar__minus_15_bar_19_bar_0_bar_30)
  (objectAtLocation Plate_bar__minus_03_dot_39_bar__plus_01_dot_52_bar__plus_02_dot_59 loc_bar__minus_12_bar_12_bar_2_bar_30)
  (objectAtLocation Pot_bar__minus_02_dot_71_bar__plus_01_dot_00_bar__plus_06_dot_13 loc_bar__minus_8_bar_24_bar_3_bar_60)
  (objectAtLocation Pot_bar__minus_02_dot_34_bar__plus_00_dot_00_bar__plus_01_dot_51 loc_bar__minus_8_bar_10_bar_2_bar_30)
  (objectAtLocation Pot_bar__minus_03_dot_82_bar__plus_01_dot_46_bar__plus_02_dot_94 loc_bar__minus_14_bar_13_bar_3_bar_45)
  (objectAtLocation Potato_bar__minus_04_dot_15_bar__plus_01_dot_69_bar__plus_05_dot_70 loc_bar__minus_15_bar_19_bar_0_bar_30)
  (objectAtLocation Potato_bar__minus_03_dot_63_bar__plus_00_dot_98_bar__plus_05_dot_67 loc_bar__minus_15_bar_19_bar_0_bar_30)
  (objectAtLocation SaltShaker_bar__minus_00_dot_87_bar__plus_00_dot_53_bar__plus_05_dot_86 loc_bar__minus_6_bar_22_bar_1_bar_30)
  (objectAtLocation SoapBottle_bar__minus_04_dot_14_bar__plus_00_dot_36_bar__plus_05_dot_10 loc_bar__minus_15_bar_19_bar_0_bar_30)
  (objectAtLocation Spatula_bar__minus_01_dot_94_bar__plus_00_dot_65_bar__plus_01_dot_94 loc_bar__minus_5_bar_9_bar_3_bar_30)
  (objectAtLocation Spoon_bar__minus_01_dot_90_bar__plus_01_dot_51_bar__plus_01_dot_75 loc_bar__minus_8_bar_10_bar_2_bar_30)
  (objectAtLocation Spoon_bar__minus_00_dot_42_bar__plus_01_dot_53_bar__plus_04_dot_85 loc_bar__minus_4_bar_20_bar_1_bar_30)
  (objectAtLocation Spoon_bar__minus_03_dot_61_bar__plus_00_dot_18_bar__plus_05_dot_07 loc_bar__minus_15_bar_19_bar_0_bar_30)
  (objectAtLocation Tomato_bar__minus_01_dot_89_bar__plus_01_dot_29_bar__plus_02_dot_34 loc_bar__minus_8_bar_12_bar_2_bar_30)
  (objectAtLocation Tomato_bar__minus_02_dot_16_bar__plus_01_dot_02_bar__plus_01_dot_90 loc_bar__minus_8_bar_10_bar_2_bar_30)
  (objectAtLocation Tomato_bar__minus_02_dot_13_bar__plus_00_dot_38_bar__plus_01_dot_54 loc_bar__minus_8_bar_10_bar_2_bar_30)
  (objectAtLocation WineBottle_bar__minus_03_dot_37_bar__plus_00_dot_37_bar__plus_02_dot_62 loc_bar__minus_12_bar_12_bar_2_bar_30)
  )

        (:goal
            (and
                (exists (?r - receptacle)
                    (exists (?o - object)
                        (and
                            (coolable ?o)
                            (objectType ?o BowlType)
                            (receptacleType ?r CounterTopType)
                            (isCool ?o)
                            (inReceptacle ?o ?r)
                        )
                    )
                )
            )
        )
    )
    