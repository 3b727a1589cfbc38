
(define (problem plan_trial_T20260101_000200_091644)
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
  Chair_bar__plus_00_dot_67_bar__plus_00_dot_50_bar__minus_00_dot_55 - object
  Chair_bar__plus_00_dot_71_bar__plus_00_dot_24_bar__minus_00_dot_26 - object
  LightSwitch_bar__plus_00_dot_53_bar__plus_01_dot_21_bar__minus_00_dot_77 - object
  Sink_bar__minus_00_dot_11_bar__plus_00_dot_89_bar__minus_02_dot_01 - object
  StoveKnob_bar__plus_00_dot_35_bar__plus_00_dot_79_bar__minus_01_dot_21 - object
  StoveKnob_bar__minus_01_dot_23_bar__plus_01_dot_42_bar__plus_00_dot_49 - object
  StoveKnob_bar__plus_00_dot_19_bar__plus_00_dot_80_bar__plus_02_dot_76 - object
  StoveKnob_bar__minus_00_dot_94_bar__plus_00_dot_40_bar__plus_01_dot_13 - object
  Window_bar__plus_01_dot_17_bar__plus_00_dot_30_bar__plus_02_dot_54 - object
  Window_bar__minus_00_dot_44_bar__plus_00_dot_16_bar__minus_00_dot_31 - object
  Apple_bar__minus_00_dot_60_bar__plus_00_dot_03_bar__plus_00_dot_45 - object
  Apple_bar__minus_01_dot_29_bar__plus_01_dot_30_bar__minus_00_dot_44 - object
  Apple_bar__plus_00_dot_73_bar__plus_00_dot_26_bar__minus_02_dot_15 - object
  Bowl_bar__minus_00_dot_36_bar__plus_01_dot_11_bar__plus_00_dot_82 - object
  Bowl_bar__minus_00_dot_03_bar__plus_01_dot_09_bar__minus_01_dot_54 - object
  Bowl_bar__plus_00_dot_81_bar__plus_00_dot_07_bar__minus_02_dot_10 - object
  Bread_bar__minus_01_dot_10_bar__plus_00_dot_57_bar__minus_00_dot_95 - object
  Bread_bar__plus_00_dot_64_bar__plus_00_dot_83_bar__minus_01_dot_67 - object
  ButterKnife_bar__minus_00_dot_55_bar__plus_01_dot_68_bar__plus_01_dot_00 - object
  ButterKnife_bar__plus_00_dot_82_bar__plus_01_dot_12_bar__minus_01_dot_84 - object
  ButterKnife_bar__minus_00_dot_21_bar__plus_00_dot_68_bar__minus_01_dot_89 - object
  Cup_bar__plus_01_dot_19_bar__plus_00_dot_37_bar__minus_01_dot_62 - object
  Cup_bar__plus_00_dot_43_bar__plus_00_dot_88_bar__minus_02_dot_08 - object
  Cup_bar__minus_00_dot_36_bar__plus_00_dot_65_bar__minus_01_dot_73 - object
  DishSponge_bar__plus_00_dot_71_bar__plus_00_dot_10_bar__minus_02_dot_21 - object
  DishSponge_bar__plus_00_dot_81_bar__plus_00_dot_88_bar__minus_02_dot_05 - object
  DishSponge_bar__plus_01_dot_49_bar__plus_01_dot_54_bar__plus_02_dot_08 - object
  Egg_bar__minus_00_dot_85_bar__plus_00_dot_43_bar__minus_01_dot_05 - object
  Fork_bar__plus_01_dot_05_bar__plus_00_dot_57_bar__minus_01_dot_87 - object
  Knife_bar__minus_00_dot_03_bar__plus_00_dot_23_bar__plus_00_dot_97 - object
  Ladle_bar__plus_00_dot_88_bar__plus_00_dot_56_bar__minus_01_dot_62 - object
  Lettuce_bar__minus_01_dot_43_bar__plus_01_dot_40_bar__minus_00_dot_92 - object
  Mug_bar__plus_01_dot_16_bar__plus_01_dot_10_bar__minus_01_dot_84 - object
  Pan_bar__minus_00_dot_14_bar__plus_01_dot_01_bar__minus_00_dot_95 - object
  PepperShaker_bar__plus_02_dot_31_bar__plus_01_dot_07_bar__plus_00_dot_20 - object
  Plate_bar__plus_00_dot_89_bar__plus_01_dot_23_bar__minus_01_dot_55 - object
  Plate_bar__plus_01_dot_97_bar__plus_00_dot_80_bar__minus_00_dot_86 - object
  Plate_bar__plus_00_dot_62_bar__plus_00_dot_56_bar__minus_01_dot_63 - object
  Pot_bar__minus_00_dot_23_bar__plus_01_dot_16_bar__plus_00_dot_77 - object
  Potato_bar__plus_00_dot_80_bar__plus_00_dot_08_bar__minus_02_dot_00 - object
  Potato_bar__plus_00_dot_48_bar__plus_00_dot_28_bar__minus_01_dot_73 - object
  SaltShaker_bar__minus_00_dot_53_bar__plus_01_dot_29_bar__plus_01_dot_13 - object
  SaltShaker_bar__minus_00_dot_03_bar__plus_00_dot_17_bar__minus_01_dot_35 - object
  SaltShaker_bar__minus_00_dot_56_bar__plus_00_dot_72_bar__plus_01_dot_09 - object
  SoapBottle_bar__minus_00_dot_06_bar__plus_01_dot_63_bar__minus_01_dot_18 - object
  SoapBottle_bar__plus_00_dot_91_bar__plus_00_dot_18_bar__minus_02_dot_06 - object
  Spatula_bar__plus_01_dot_04_bar__plus_00_dot_42_bar__minus_02_dot_09 - object
  Spoon_bar__plus_01_dot_72_bar__plus_01_dot_58_bar__minus_00_dot_42 - object
  Tomato_bar__minus_00_dot_44_bar__plus_01_dot_43_bar__plus_00_dot_37 - object
  Tomato_bar__minus_00_dot_68_bar__plus_01_dot_09_bar__plus_00_dot_36 - object
  Tomato_bar__minus_00_dot_66_bar__plus_01_dot_34_bar__plus_00_dot_78 - object
  WineBottle_bar__minus_00_dot_48_bar__plus_00_dot_61_bar__plus_00_dot_59 - object
  WineBottle_bar__minus_00_dot_82_bar__plus_01_dot_10_bar__minus_00_dot_94 - object
  Cabinet_bar__plus_00_dot_20_bar__plus_02_dot_02_bar__minus_02_dot_00 - receptacle
  Cabinet_bar__plus_00_dot_64_bar__plus_00_dot_34_bar__minus_02_dot_03 - receptacle
  Cabinet_bar__plus_01_dot_18_bar__plus_02_dot_02_bar__minus_02_dot_00 - receptacle
  Cabinet_bar__plus_01_dot_38_bar__plus_00_dot_47_bar__minus_01_dot_69 - receptacle
  Cabinet_bar__plus_01_dot_39_bar__plus_00_dot_47_bar__minus_01_dot_06 - receptacle
  Cabinet_bar__plus_01_dot_72_bar__plus_02_dot_02_bar__minus_02_dot_00 - receptacle
  Cabinet_bar__plus_01_dot_75_bar__plus_02_dot_02_bar__minus_01_dot_03 - receptacle
  Cabinet_bar__plus_01_dot_75_bar__plus_02_dot_02_bar__minus_01_dot_40 - receptacle
  Cabinet_bar__minus_00_dot_43_bar__plus_01_dot_14_bar__minus_00_dot_06 - receptacle
  Cabinet_bar__minus_00_dot_61_bar__plus_01_dot_79_bar__minus_01_dot_24 - receptacle
  Cabinet_bar__minus_00_dot_82_bar__plus_00_dot_47_bar__minus_01_dot_69 - receptacle
  Cabinet_bar__minus_00_dot_84_bar__plus_00_dot_47_bar__minus_01_dot_67 - receptacle
  Cabinet_bar__minus_01_dot_10_bar__plus_02_dot_02_bar__minus_02_dot_00 - receptacle
  Cabinet_bar__minus_01_dot_15_bar__plus_02_dot_02_bar__minus_01_dot_98 - receptacle
  CoffeeMachine_bar__plus_01_dot_05_bar__plus_01_dot_70_bar__plus_00_dot_50 - receptacle
  CounterTop_bar__plus_00_dot_23_bar__plus_00_dot_95_bar__minus_02_dot_00 - receptacle
  DiningTable_bar__plus_00_dot_42_bar__plus_00_dot_01_bar__plus_00_dot_68 - receptacle
  Drawer_bar__plus_01_dot_66_bar__plus_00_dot_19_bar__plus_00_dot_96 - receptacle
  Drawer_bar__plus_01_dot_84_bar__plus_00_dot_74_bar__minus_00_dot_41 - receptacle
  Drawer_bar__plus_02_dot_16_bar__plus_00_dot_25_bar__plus_00_dot_10 - receptacle
  Fridge_bar__minus_01_dot_50_bar__plus_00_dot_00_bar__minus_00_dot_70 - receptacle
  GarbageCan_bar__plus_00_dot_83_bar__plus_01_dot_64_bar__minus_00_dot_65 - receptacle
  Microwave_bar__minus_01_dot_23_bar__plus_00_dot_90_bar__minus_01_dot_68 - receptacle
  Shelf_bar__plus_01_dot_55_bar__plus_00_dot_16_bar__plus_02_dot_48 - receptacle
  Shelf_bar__plus_01_dot_55_bar__plus_00_dot_54_bar__plus_02_dot_48 - receptacle
  Shelf_bar__plus_01_dot_55_bar__plus_00_dot_87_bar__plus_02_dot_48 - receptacle
  Sink_bar__minus_00_dot_11_bar__plus_00_dot_89_bar__minus_02_dot_01_bar_SinkBasin - receptacle
  StoveBurner_bar__plus_00_dot_06_bar__plus_00_dot_84_bar__minus_00_dot_68 - receptacle
  StoveBurner_bar__plus_00_dot_11_bar__plus_01_dot_56_bar__minus_01_dot_32 - receptacle
  StoveBurner_bar__plus_00_dot_31_bar__plus_00_dot_00_bar__minus_01_dot_83 - receptacle
  StoveBurner_bar__minus_00_dot_07_bar__plus_00_dot_24_bar__minus_01_dot_04 - receptacle
  Toaster_bar__plus_00_dot_71_bar__plus_00_dot_87_bar__minus_01_dot_73 - receptacle
  loc_bar__minus_1_bar__minus_3_bar_1_bar_30 - location
  loc_bar__minus_1_bar__minus_3_bar_2_bar_30 - location
  loc_bar__minus_1_bar__minus_4_bar_0_bar__minus_30 - location
  loc_bar__minus_1_bar__minus_5_bar_2_bar_30 - location
  loc_bar__minus_1_bar__minus_5_bar_3_bar__minus_30 - location
  loc_bar__minus_1_bar__minus_5_bar_3_bar_30 - location
  loc_bar__minus_2_bar__minus_3_bar_3_bar_0 - location
  loc_bar__minus_2_bar__minus_4_bar_2_bar__minus_30 - location
  loc_bar__minus_2_bar_1_bar_2_bar_30 - location
  loc_bar__minus_2_bar_2_bar_3_bar_30 - location
  loc_bar__minus_4_bar_2_bar_3_bar_30 - location
  loc_bar__minus_4_bar_3_bar_1_bar_30 - location
  loc_bar__minus_4_bar_8_bar_2_bar_30 - location
  loc_bar_0_bar__minus_2_bar_1_bar_30 - location
  loc_bar_0_bar__minus_4_bar_2_bar_45 - location
  loc_bar_0_bar__minus_4_bar_2_bar_60 - location
  loc_bar_0_bar__minus_4_bar_3_bar_30 - location
  loc_bar_1_bar__minus_2_bar_1_bar_30 - location
  loc_bar_1_bar__minus_5_bar_2_bar__minus_30 - location
  loc_bar_1_bar_8_bar_0_bar_30 - location
  loc_bar_2_bar__minus_3_bar_3_bar_45 - location
  loc_bar_2_bar__minus_3_bar_3_bar_60 - location
  loc_bar_2_bar__minus_5_bar_1_bar_30 - location
  loc_bar_3_bar__minus_3_bar_2_bar_30 - location
  loc_bar_3_bar__minus_5_bar_2_bar_30 - location
  loc_bar_4_bar__minus_4_bar_1_bar__minus_30 - location
  loc_bar_4_bar__minus_5_bar_0_bar_30 - location
  loc_bar_4_bar__minus_5_bar_1_bar__minus_30 - location
  loc_bar_4_bar__minus_5_bar_2_bar__minus_30 - location
  loc_bar_4_bar__minus_5_bar_3_bar_30 - location
  loc_bar_4_bar_6_bar_0_bar_30 - location
  loc_bar_4_bar_8_bar_0_bar_30 - location
  loc_bar_5_bar_5_bar_0_bar_30 - location
  loc_bar_6_bar_2_bar_1_bar_30 - location
  loc_bar_6_bar_2_bar_2_bar_30 - location
  loc_bar_6_bar_3_bar_3_bar_30 - location
  loc_bar_6_bar_7_bar_2_bar_30 - location
  loc_bar_6_bar_8_bar_0_bar_30 - location
  )

(:init
  (receptacleType Cabinet_bar__plus_00_dot_20_bar__plus_02_dot_02_bar__minus_02_dot_00 CabinetType)
  (receptacleType Cabinet_bar__plus_00_dot_64_bar__plus_00_dot_34_bar__minus_02_dot_03 CabinetType)
  (receptacleType Cabinet_bar__plus_01_dot_18_bar__plus_02_dot_02_bar__minus_02_dot_00 CabinetType)
  (receptacleType Cabinet_bar__plus_01_dot_38_bar__plus_00_dot_47_bar__minus_01_dot_69 CabinetType)
  (receptacleType Cabinet_bar__plus_01_dot_39_bar__plus_00_dot_47_bar__minus_01_dot_06 CabinetType)
  (receptacleType Cabinet_bar__plus_01_dot_72_bar__plus_02_dot_02_bar__minus_02_dot_00 CabinetType)
  (receptacleType Cabinet_bar__plus_01_dot_75_bar__plus_02_dot_02_bar__minus_01_dot_03 CabinetType)
  (receptacleType Cabinet_bar__plus_01_dot_75_bar__plus_02_dot_02_bar__minus_01_dot_40 CabinetType)
  (receptacleType Cabinet_bar__minus_00_dot_43_bar__plus_01_dot_14_bar__minus_00_dot_06 CabinetType)
  (receptacleType Cabinet_bar__minus_00_dot_61_bar__plus_01_dot_79_bar__minus_01_dot_24 CabinetType)
  (receptacleType Cabinet_bar__minus_00_dot_82_bar__plus_00_dot_47_bar__minus_01_dot_69 CabinetType)
  (receptacleType Cabinet_bar__minus_00_dot_84_bar__plus_00_dot_47_bar__minus_01_dot_67 CabinetType)
  (receptacleType Cabinet_bar__minus_01_dot_10_bar__plus_02_dot_02_bar__minus_02_dot_00 CabinetType)
  (receptacleType Cabinet_bar__minus_01_dot_15_bar__plus_02_dot_02_bar__minus_01_dot_98 CabinetType)
  (receptacleType CoffeeMachine_bar__plus_01_dot_05_bar__plus_01_dot_70_bar__plus_00_dot_50 CoffeeMachineType)
  (receptacleType CounterTop_bar__plus_00_dot_23_bar__plus_00_dot_95_bar__minus_02_dot_00 CounterTopType)
  (receptacleType DiningTable_bar__plus_00_dot_42_bar__plus_00_dot_01_bar__plus_00_dot_68 DiningTableType)
  (receptacleType Drawer_bar__plus_01_dot_66_bar__plus_00_dot_19_bar__plus_00_dot_96 DrawerType)
  (receptacleType Drawer_bar__plus_01_dot_84_bar__plus_00_dot_74_bar__minus_00_dot_41 DrawerType)
  (receptacleType Drawer_bar__plus_02_dot_16_bar__plus_00_dot_25_bar__plus_00_dot_10 DrawerType)
  (receptacleType Fridge_bar__minus_01_dot_50_bar__plus_00_dot_00_bar__minus_00_dot_70 FridgeType)
  (receptacleType GarbageCan_bar__plus_00_dot_83_bar__plus_01_dot_64_bar__minus_00_dot_65 GarbageCanType)
  (receptacleType Microwave_bar__minus_01_dot_23_bar__plus_00_dot_90_bar__minus_01_dot_68 MicrowaveType)
  (receptacleType Shelf_bar__plus_01_dot_55_bar__plus_00_dot_16_bar__plus_02_dot_48 ShelfType)
  (receptacleType Shelf_bar__plus_01_dot_55_bar__plus_00_dot_54_bar__plus_02_dot_48 ShelfType)
  (receptacleType Shelf_bar__plus_01_dot_55_bar__plus_00_dot_87_bar__plus_02_dot_48 ShelfType)
  (receptacleType Sink_bar__minus_00_dot_11_bar__plus_00_dot_89_bar__minus_02_dot_01_bar_SinkBasin SinkBasinType)
  (receptacleType StoveBurner_bar__plus_00_dot_06_bar__plus_00_dot_84_bar__minus_00_dot_68 StoveBurnerType)
  (receptacleType StoveBurner_bar__plus_00_dot_11_bar__plus_01_dot_56_bar__minus_01_dot_32 StoveBurnerType)
  (receptacleType StoveBurner_bar__plus_00_dot_31_bar__plus_00_dot_00_bar__minus_01_dot_83 StoveBurnerType)
  (receptacleType StoveBurner_bar__minus_00_dot_07_bar__plus_00_dot_24_bar__minus_01_dot_04 StoveBurnerType)
  (receptacleType Toaster_bar__plus_00_dot_71_bar__plus_00_dot_87_bar__minus_01_dot_73 ToasterType)
  (objectType Chair_bar__plus_00_dot_67_bar__plus_00_dot_50_bar__minus_00_dot_55 ChairType)
  (objectType Chair_bar__plus_00_dot_71_bar__plus_00_dot_24_bar__minus_00_dot_26 ChairType)
  (objectType LightSwitch_bar__plus_00_dot_53_bar__plus_01_dot_21_bar__minus_00_dot_77 LightSwitchType)
  (objectType Sink_bar__minus_00_dot_11_bar__plus_00_dot_89_bar__minus_02_dot_01 SinkType)
  (objectType StoveKnob_bar__plus_00_dot_35_bar__plus_00_dot_79_bar__minus_01_dot_21 StoveKnobType)
  (objectType StoveKnob_bar__minus_01_dot_23_bar__plus_01_dot_42_bar__plus_00_dot_49 StoveKnobType)
  (objectType StoveKnob_bar__plus_00_dot_19_bar__plus_00_dot_80_bar__plus_02_dot_76 StoveKnobType)
  (objectType StoveKnob_bar__minus_00_dot_94_bar__plus_00_dot_40_bar__plus_01_dot_13 StoveKnobType)
  (objectType Window_bar__plus_01_dot_17_bar__plus_00_dot_30_bar__plus_02_dot_54 WindowType)
  (objectType Window_bar__minus_00_dot_44_bar__plus_00_dot_16_bar__minus_00_dot_31 WindowType)
  (objectType Apple_bar__minus_00_dot_60_bar__plus_00_dot_03_bar__plus_00_dot_45 AppleType)
  (objectType Apple_bar__minus_01_dot_29_bar__plus_01_dot_30_bar__minus_00_dot_44 AppleType)
  (objectType Apple_bar__plus_00_dot_73_bar__plus_00_dot_26_bar__minus_02_dot_15 AppleType)
  (objectType Bowl_bar__minus_00_dot_36_bar__plus_01_dot_11_bar__plus_00_dot_82 BowlType)
  (objectType Bowl_bar__minus_00_dot_03_bar__plus_01_dot_09_bar__minus_01_dot_54 BowlType)
  (objectType Bowl_bar__plus_00_dot_81_bar__plus_00_dot_07_bar__minus_02_dot_10 BowlType)
  (objectType Bread_bar__minus_01_dot_10_bar__plus_00_dot_57_bar__minus_00_dot_95 BreadType)
  (objectType Bread_bar__plus_00_dot_64_bar__plus_00_dot_83_bar__minus_01_dot_67 BreadType)
  (objectType ButterKnife_bar__minus_00_dot_55_bar__plus_01_dot_68_bar__plus_01_dot_00 ButterKnifeType)
  (objectType ButterKnife_bar__plus_00_dot_82_bar__plus_01_dot_12_bar__minus_01_dot_84 ButterKnifeType)
  (objectType ButterKnife_bar__minus_00_dot_21_bar__plus_00_dot_68_bar__minus_01_dot_89 ButterKnifeType)
  (objectType Cup_bar__plus_01_dot_19_bar__plus_00_dot_37_bar__minus_01_dot_62 CupType)
  (objectType Cup_bar__plus_00_dot_43_bar__plus_00_dot_88_bar__minus_02_dot_08 CupType)
  (objectType Cup_bar__minus_00_dot_36_bar__plus_00_dot_65_bar__minus_01_dot_73 CupType)
  (objectType DishSponge_bar__plus_00_dot_71_bar__plus_00_dot_10_bar__minus_02_dot_21 DishSpongeType)
  (objectType DishSponge_bar__plus_00_dot_81_bar__plus_00_dot_88_bar__minus_02_dot_05 DishSpongeType)
  (objectType DishSponge_bar__plus_01_dot_49_bar__plus_01_dot_54_bar__plus_02_dot_08 DishSpongeType)
  (objectType Egg_bar__minus_00_dot_85_bar__plus_00_dot_43_bar__minus_01_dot_05 EggType)
  (objectType Fork_bar__plus_01_dot_05_bar__plus_00_dot_57_bar__minus_01_dot_87 ForkType)
  (objectType Knife_bar__minus_00_dot_03_bar__plus_00_dot_23_bar__plus_00_dot_97 KnifeType)
  (objectType Ladle_bar__plus_00_dot_88_bar__plus_00_dot_56_bar__minus_01_dot_62 LadleType)
  (objectType Lettuce_bar__minus_01_dot_43_bar__plus_01_dot_40_bar__minus_00_dot_92 LettuceType)
  (objectType Mug_bar__plus_01_dot_16_bar__plus_01_dot_10_bar__minus_01_dot_84 MugType)
  (objectType Pan_bar__minus_00_dot_14_bar__plus_01_dot_01_bar__minus_00_dot_95 PanType)
  (objectType PepperShaker_bar__plus_02_dot_31_bar__plus_01_dot_07_bar__plus_00_dot_20 PepperShakerType)
  (objectType Plate_bar__plus_00_dot_89_bar__plus_01_dot_23_bar__minus_01_dot_55 PlateType)
  (objectType Plate_bar__plus_01_dot_97_bar__plus_00_dot_80_bar__minus_00_dot_86 PlateType)
  (objectType Plate_bar__plus_00_dot_62_bar__plus_00_dot_56_bar__minus_01_dot_63 PlateType)
  (objectType Pot_bar__minus_00_dot_23_bar__plus_01_dot_16_bar__plus_00_dot_77 PotType)
  (objectType Potato_bar__plus_00_dot_80_bar__plus_00_dot_08_bar__minus_02_dot_00 PotatoType)
  (objectType Potato_bar__plus_00_dot_48_bar__plus_00_dot_28_bar__minus_01_dot_73 PotatoType)
  (objectType SaltShaker_bar__minus_00_dot_53_bar__plus_01_dot_29_bar__plus_01_dot_13 SaltShakerType)
  (objectType SaltShaker_bar__minus_00_dot_03_bar__plus_00_dot_17_bar__minus_01_dot_35 SaltShakerType)
  (objectType SaltShaker_bar__minus_00_dot_56_bar__plus_00_dot_72_bar__plus_01_dot_09 SaltShakerType)
  (objectType SoapBottle_bar__minus_00_dot_06_bar__plus_01_dot_63_bar__minus_01_dot_18 SoapBottleType)
  (objectType SoapBottle_bar__plus_00_dot_91_bar__plus_00_dot_18_bar__minus_02_dot_06 SoapBottleType)
  (objectType Spatula_bar__plus_01_dot_04_bar__plus_00_dot_42_bar__minus_02_dot_09 SpatulaType)
  (objectType Spoon_bar__plus_01_dot_72_bar__plus_01_dot_58_bar__minus_00_dot_42 SpoonType)
  (objectType Tomato_bar__minus_00_dot_44_bar__plus_01_dot_43_bar__plus_00_dot_37 TomatoType)
  (objectType Tomato_bar__minus_00_dot_68_bar__plus_01_dot_09_bar__plus_00_dot_36 TomatoType)
  (objectType Tomato_bar__minus_00_dot_66_bar__plus_01_dot_34_bar__plus_00_dot_78 TomatoType)
  (objectType WineBottle_bar__minus_00_dot_48_bar__plus_00_dot_61_bar__plus_00_dot_59 WineBottleType)
  (objectType WineBottle_bar__minus_00_dot_82_bar__plus_01_dot_10_bar__minus_00_dot_94 WineBottleType)
  (canContain CabinetType BowlType)
  (canContain CabinetType CupType)
  (canContain CabinetType DishSpongeType)
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
  (canContain MicrowaveType MugType)
  (canContain MicrowaveType PlateType)
  (canContain MicrowaveType PotatoType)
  (canContain MicrowaveType TomatoType)
  (canContain ShelfType BowlType)
  (canContain ShelfType CupType)
  (canContain ShelfType DishSpongeType)
  (canContain ShelfType MugType)
  (canContain ShelfType PepperShakerType)
  (canContain ShelfType PlateType)
  (canContain ShelfType PotType)
  (canContain ShelfType SaltShakerType)
  (canContain ShelfType SoapBottleType)
  (canContain ShelfType WineBottleType)
  (canContain SinkBasinType AppleType)
  (canContain SinkBasinType BowlType)
  (canContain SinkBasinType ButterKnifeType)
  (canContain SinkBasinType CupType)
  (canContain SinkBasinType DishSpongeType)
  (canContain SinkBasinType EggType)
  (canContain SinkBasinType ForkType)
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
  (isReceptacleObject Bowl_bar__minus_00_dot_36_bar__plus_01_dot_11_bar__plus_00_dot_82)
  (isReceptacleObject Bowl_bar__minus_00_dot_03_bar__plus_01_dot_09_bar__minus_01_dot_54)
  (isReceptacleObject Bowl_bar__plus_00_dot_81_bar__plus_00_dot_07_bar__minus_02_dot_10)
  (isReceptacleObject Cup_bar__plus_01_dot_19_bar__plus_00_dot_37_bar__minus_01_dot_62)
  (isReceptacleObject Cup_bar__plus_00_dot_43_bar__plus_00_dot_88_bar__minus_02_dot_08)
  (isReceptacleObject Cup_bar__minus_00_dot_36_bar__plus_00_dot_65_bar__minus_01_dot_73)
  (isReceptacleObject Mug_bar__plus_01_dot_16_bar__plus_01_dot_10_bar__minus_01_dot_84)
  (isReceptacleObject Pan_bar__minus_00_dot_14_bar__plus_01_dot_01_bar__minus_00_dot_95)
  (isReceptacleObject Plate_bar__plus_00_dot_89_bar__plus_01_dot_23_bar__minus_01_dot_55)
  (isReceptacleObject Plate_bar__plus_01_dot_97_bar__plus_00_dot_80_bar__minus_00_dot_86)
  (isReceptacleObject Plate_bar__plus_00_dot_62_bar__plus_00_dot_56_bar__minus_01_dot_63)
  (isReceptacleObject Pot_bar__minus_00_dot_23_bar__plus_01_dot_16_bar__plus_00_dot_77)
  (openable Cabinet_bar__plus_00_dot_20_bar__plus_02_dot_02_bar__minus_02_dot_00)
  (openable Cabinet_bar__plus_01_dot_18_bar__plus_02_dot_02_bar__minus_02_dot_00)
  (openable Cabinet_bar__plus_01_dot_38_bar__plus_00_dot_47_bar__minus_01_dot_69)
  (openable Cabinet_bar__plus_01_dot_39_bar__plus_00_dot_47_bar__minus_01_dot_06)
  (openable Cabinet_bar__plus_01_dot_72_bar__plus_02_dot_02_bar__minus_02_dot_00)
  (openable Cabinet_bar__plus_01_dot_75_bar__plus_02_dot_02_bar__minus_01_dot_03)
  (openable Cabinet_bar__plus_01_dot_75_bar__plus_02_dot_02_bar__minus_01_dot_40)
  (openable Cabinet_bar__minus_00_dot_82_bar__plus_00_dot_47_bar__minus_01_dot_69)
  (openable Cabinet_bar__minus_00_dot_84_bar__plus_00_dot_47_bar__minus_01_dot_67)
  (openable Cabinet_bar__minus_01_dot_10_bar__plus_02_dot_02_bar__minus_02_dot_00)
  (openable Cabinet_bar__minus_01_dot_15_bar__plus_02_dot_02_bar__minus_01_dot_98)
  (openable Fridge_bar__minus_01_dot_50_bar__plus_00_dot_00_bar__minus_00_dot_70)
  (openable Microwave_bar__minus_01_dot_23_bar__plus_00_dot_90_bar__minus_01_dot_68)
  (atLocation agent1 loc_bar__minus_4_bar_2_bar_3_bar_30)
  (cleanable Apple_bar__minus_00_dot_60_bar__plus_00_dot_03_bar__plus_00_dot_45)
  (cleanable Apple_bar__minus_01_dot_29_bar__plus_01_dot_30_bar__minus_00_dot_44)
  (cleanable Apple_bar__plus_00_dot_73_bar__plus_00_dot_26_bar__minus_02_dot_15)
  (cleanable Bowl_bar__minus_00_dot_36_bar__plus_01_dot_11_bar__plus_00_dot_82)
  (cleanable Bowl_bar__minus_00_dot_03_bar__plus_01_dot_09_bar__minus_01_dot_54)
  (cleanable Bowl_bar__plus_00_dot_81_bar__plus_00_dot_07_bar__minus_02_dot_10)
  (cleanable ButterKnife_bar__minus_00_dot_55_bar__plus_01_dot_68_bar__plus_01_dot_00)
  (cleanable ButterKnife_bar__plus_00_dot_82_bar__plus_01_dot_12_bar__minus_01_dot_84)
  (cleanable ButterKnife_bar__minus_00_dot_21_bar__plus_00_dot_68_bar__minus_01_dot_89)
  (cleanable Cup_bar__plus_01_dot_19_bar__plus_00_dot_37_bar__minus_01_dot_62)
  (cleanable Cup_bar__plus_00_dot_43_bar__plus_00_dot_88_bar__minus_02_dot_08)
  (cleanable Cup_bar__minus_00_dot_36_bar__plus_00_dot_65_bar__minus_01_dot_73)
  (cleanable DishSponge_bar__plus_00_dot_71_bar__plus_00_dot_10_bar__minus_02_dot_21)
  (cleanable DishSponge_bar__plus_00_dot_81_bar__plus_00_dot_88_bar__minus_02_dot_05)
  (cleanable DishSponge_bar__plus_01_dot_49_bar__plus_01_dot_54_bar__plus_02_dot_08)
  (cleanable Egg_bar__minus_00_dot_85_bar__plus_00_dot_43_bar__minus_01_dot_05)
  (cleanable Fork_bar__plus_01_dot_05_bar__plus_00_dot_57_bar__minus_01_dot_87)
  (cleanable Knife_bar__minus_00_dot_03_bar__plus_00_dot_23_bar__plus_00_dot_97)
  (cleanable Ladle_bar__plus_00_dot_88_bar__plus_00_dot_56_bar__minus_01_dot_62)
  (cleanable Lettuce_bar__minus_01_dot_43_bar__plus_01_dot_40_bar__minus_00_dot_92)
  (cleanable Mug_bar__plus_01_dot_16_bar__plus_01_dot_10_bar__minus_01_dot_84)
  (cleanable Pan_bar__minus_00_dot_14_bar__plus_01_dot_01_bar__minus_00_dot_95)
  (cleanable Plate_bar__plus_00_dot_89_bar__plus_01_dot_23_bar__minus_01_dot_55)
  (cleanable Plate_bar__plus_01_dot_97_bar__plus_00_dot_80_bar__minus_00_dot_86)
  (cleanable Plate_bar__plus_00_dot_62_bar__plus_00_dot_56_bar__minus_01_dot_63)
  (cleanable Pot_bar__minus_00_dot_23_bar__plus_01_dot_16_bar__plus_00_dot_77)
  (cleanable Potato_bar__plus_00_dot_80_bar__plus_00_dot_08_bar__minus_02_dot_00)
  (cleanable Potato_bar__plus_00_dot_48_bar__plus_00_dot_28_bar__minus_01_dot_73)
  (cleanable Spatula_bar__plus_01_dot_04_bar__plus_00_dot_42_bar__minus_02_dot_09)
  (cleanable Spoon_bar__plus_01_dot_72_bar__plus_01_dot_58_bar__minus_00_dot_42)
  (cleanable Tomato_bar__minus_00_dot_44_bar__plus_01_dot_43_bar__plus_00_dot_37)
  (cleanable Tomato_bar__minus_00_dot_68_bar__plus_01_dot_09_bar__plus_00_dot_36)
  (cleanable Tomato_bar__minus_00_dot_66_bar__plus_01_dot_34_bar__plus_00_dot_78)
  (heatable Apple_bar__minus_00_dot_60_bar__plus_00_dot_03_bar__plus_00_dot_45)
  (heatable Apple_bar__minus_01_dot_29_bar__plus_01_dot_30_bar__minus_00_dot_44)
  (heatable Apple_bar__plus_00_dot_73_bar__plus_00_dot_26_bar__minus_02_dot_15)
  (heatable Bread_bar__minus_01_dot_10_bar__plus_00_dot_57_bar__minus_00_dot_95)
  (heatable Bread_bar__plus_00_dot_64_bar__plus_00_dot_83_bar__minus_01_dot_67)
  (heatable Cup_bar__plus_01_dot_19_bar__plus_00_dot_37_bar__minus_01_dot_62)
  (heatable Cup_bar__plus_00_dot_43_bar__plus_00_dot_88_bar__minus_02_dot_08)
  (heatable Cup_bar__minus_00_dot_36_bar__plus_00_dot_65_bar__minus_01_dot_73)
  (heatable Egg_bar__minus_00_dot_85_bar__plus_00_dot_43_bar__minus_01_dot_05)
  (heatable Mug_bar__plus_01_dot_16_bar__plus_01_dot_10_bar__minus_01_dot_84)
  (heatable Plate_bar__plus_00_dot_89_bar__plus_01_dot_23_bar__minus_01_dot_55)
  (heatable Plate_bar__plus_01_dot_97_bar__plus_00_dot_80_bar__minus_00_dot_86)
  (heatable Plate_bar__plus_00_dot_62_bar__plus_00_dot_56_bar__minus_01_dot_63)
  (heatable Potato_bar__plus_00_dot_80_bar__plus_00_dot_08_bar__minus_02_dot_00)
  (heatable Potato_bar__plus_00_dot_48_bar__plus_00_dot_28_bar__minus_01_dot_73)
  (heatable Tomato_bar__minus_00_dot_44_bar__plus_01_dot_43_bar__plus_00_dot_37)
  (heatable Tomato_bar__minus_00_dot_68_bar__plus_01_dot_09_bar__plus_00_dot_36)
  (heatable Tomato_bar__minus_00_dot_66_bar__plus_01_dot_34_bar__plus_00_dot_78)
  (coolable Apple_bar__minus_00_dot_60_bar__plus_00_dot_03_bar__plus_00_dot_45)
  (coolable Apple_bar__minus_01_dot_29_bar__plus_01_dot_30_bar__minus_00_dot_44)
  (coolable Apple_bar__plus_00_dot_73_bar__plus_00_dot_26_bar__minus_02_dot_15)
  (coolable Bowl_bar__minus_00_dot_36_bar__plus_01_dot_11_bar__plus_00_dot_82)
  (coolable Bowl_bar__minus_00_dot_03_bar__plus_01_dot_09_bar__minus_01_dot_54)
  (coolable Bowl_bar__plus_00_dot_81_bar__plus_00_dot_07_bar__minus_02_dot_10)
  (coolable Bread_bar__minus_01_dot_10_bar__plus_00_dot_57_bar__minus_00_dot_95)
  (coolable Bread_bar__plus_00_dot_64_bar__plus_00_dot_83_bar__minus_01_dot_67)
  (coolable Cup_bar__plus_01_dot_19_bar__plus_00_dot_37_bar__minus_01_dot_62)
  (coolable Cup_bar__plus_00_dot_43_bar__plus_00_dot_88_bar__minus_02_dot_08)
  (coolable Cup_bar__minus_00_dot_36_bar__plus_00_dot_65_bar__minus_01_dot_73)
  (coolable Egg_bar__minus_00_dot_85_bar__plus_00_dot_43_bar__minus_01_dot_05)
  (coolable Lettuce_bar__minus_01_dot_43_bar__plus_01_dot_40_bar__minus_00_dot_92)
  (coolable Mug_bar__plus_01_dot_16_bar__plus_01_dot_10_bar__minus_01_dot_84)
  (coolable Pan_bar__minus_00_dot_14_bar__plus_01_dot_01_bar__minus_00_dot_95)
  (coolable Plate_bar__plus_00_dot_89_bar__plus_01_dot_23_bar__minus_01_dot_55)
  (coolable Plate_bar__plus_01_dot_97_bar__plus_00_dot_80_bar__minus_00_dot_86)
  (coolable Plate_bar__plus_00_dot_62_bar__plus_00_dot_56_bar__minus_01_dot_63)
  (coolable Pot_bar__minus_00_dot_23_bar__plus_01_dot_16_bar__plus_00_dot_77)
  (coolable Potato_bar__plus_00_dot_80_bar__plus_00_dot_08_bar__minus_02_dot_00)
  (coolable Potato_bar__plus_00_dot_48_bar__plus_00_dot_28_bar__minus_01_dot_73)
  (coolable Tomato_bar__minus_00_dot_44_bar__plus_01_dot_43_bar__plus_00_dot_37)
  (coolable Tomato_bar__minus_00_dot_68_bar__plus_01_dot_09_bar__plus_00_dot_36)
  (coolable Tomato_bar__minus_00_dot_66_bar__plus_01_dot_34_bar__plus_00_dot_78)
  (coolable WineBottle_bar__minus_00_dot_48_bar__plus_00_dot_61_bar__plus_00_dot_59)
  (coolable WineBottle_bar__minus_00_dot_82_bar__plus_01_dot_10_bar__minus_00_dot_94)
  (sliceable Apple_bar__minus_00_dot_60_bar__plus_00_dot_03_bar__plus_00_dot_45)
  (sliceable Apple_bar__minus_01_dot_29_bar__plus_01_dot_30_bar__minus_00_dot_44)
  (sliceable Apple_bar__plus_00_dot_73_bar__plus_00_dot_26_bar__minus_02_dot_15)
  (sliceable Bread_bar__minus_01_dot_10_bar__plus_00_dot_57_bar__minus_00_dot_95)
  (sliceable Bread_bar__plus_00_dot_64_bar__plus_00_dot_83_bar__minus_01_dot_67)
  (sliceable Egg_bar__minus_00_dot_85_bar__plus_00_dot_43_bar__minus_01_dot_05)
  (sliceable Lettuce_bar__minus_01_dot_43_bar__plus_01_dot_40_bar__minus_00_dot_92)
  (sliceable Potato_bar__plus_00_dot_80_bar__plus_00_dot_08_bar__minus_02_dot_00)
  (sliceable Potato_bar__plus_00_dot_48_bar__plus_00_dot_28_bar__minus_01_dot_73)
  (sliceable Tomato_bar__minus_00_dot_44_bar__plus_01_dot_43_bar__plus_00_dot_37)
  (sliceable Tomato_bar__minus_00_dot_68_bar__plus_01_dot_09_bar__plus_00_dot_36)
  (sliceable Tomato_bar__minus_00_dot_66_bar__plus_01_dot_34_bar__plus_00_dot_78)
  (pickupable Apple_bar__minus_00_dot_60_bar__plus_00_dot_03_bar__plus_00_dot_45)
  (pickupable Apple_bar__minus_01_dot_29_bar__plus_01_dot_30_bar__minus_00_dot_44)
  (pickupable Apple_bar__plus_00_dot_73_bar__plus_00_dot_26_bar__minus_02_dot_15)
  (pickupable Bowl_bar__minus_00_dot_36_bar__plus_01_dot_11_bar__plus_00_dot_82)
  (pickupable Bowl_bar__minus_00_dot_03_bar__plus_01_dot_09_bar__minus_01_dot_54)
  (pickupable Bowl_bar__plus_00_dot_81_bar__plus_00_dot_07_bar__minus_02_dot_10)
  (pickupable Bread_bar__minus_01_dot_10_bar__plus_00_dot_57_bar__minus_00_dot_95)
  (pickupable Bread_bar__plus_00_dot_64_bar__plus_00_dot_83_bar__minus_01_dot_67)
  (pickupable ButterKnife_bar__minus_00_dot_55_bar__plus_01_dot_68_bar__plus_01_dot_00)
  (pickupable ButterKnife_bar__plus_00_dot_82_bar__plus_01_dot_12_bar__minus_01_dot_84)
  (pickupable ButterKnife_bar__minus_00_dot_21_bar__plus_00_dot_68_bar__minus_01_dot_89)
  (pickupable Cup_bar__plus_01_dot_19_bar__plus_00_dot_37_bar__minus_01_dot_62)
  (pickupable Cup_bar__plus_00_dot_43_bar__plus_00_dot_88_bar__minus_02_dot_08)
  (pickupable Cup_bar__minus_00_dot_36_bar__plus_00_dot_65_bar__minus_01_dot_73)
  (pickupable DishSponge_bar__plus_00_dot_71_bar__plus_00_dot_10_bar__minus_02_dot_21)
  (pickupable DishSponge_bar__plus_00_dot_81_bar__plus_00_dot_88_bar__minus_02_dot_05)
  (pickupable DishSponge_bar__plus_01_dot_49_bar__plus_01_dot_54_bar__plus_02_dot_08)
  (pickupable Egg_bar__minus_00_dot_85_bar__plus_00_dot_43_bar__minus_01_dot_05)
  (pickupable Fork_bar__plus_01_dot_05_bar__plus_00_dot_57_bar__minus_01_dot_87)
  (pickupable Knife_bar__minus_00_dot_03_bar__plus_00_dot_23_bar__plus_00_dot_97)
  (pickupable Ladle_bar__plus_00_dot_88_bar__plus_00_dot_56_bar__minus_01_dot_62)
  (pickupable Lettuce_bar__minus_01_dot_43_bar__plus_01_dot_40_bar__minus_00_dot_92)
  (pickupable Mug_bar__plus_01_dot_16_bar__plus_01_dot_10_bar__minus_01_dot_84)
  (pickupable Pan_bar__minus_00_dot_14_bar__plus_01_dot_01_bar__minus_00_dot_95)
  (pickupable PepperShaker_bar__plus_02_dot_31_bar__plus_01_dot_07_bar__plus_00_dot_20)
  (pickupable Plate_bar__plus_00_dot_89_bar__plus_01_dot_23_bar__minus_01_dot_55)
  (pickupable Plate_bar__plus_01_dot_97_bar__plus_00_dot_80_bar__minus_00_dot_86)
  (pickupable Plate_bar__plus_00_dot_62_bar__plus_00_dot_56_bar__minus_01_dot_63)
  (pickupable Pot_bar__minus_00_dot_23_bar__plus_01_dot_16_bar__plus_00_dot_77)
  (pickupable Potato_bar__plus_00_dot_80_bar__plus_00_dot_08_bar__minus_02_dot_00)
  (pickupable Potato_bar__plus_00_dot_48_bar__plus_00_dot_28_bar__minus_01_dot_73)
  (pickupable SaltShaker_bar__minus_00_dot_53_bar__plus_01_dot_29_bar__plus_01_dot_13)
  (pickupable SaltShaker_bar__minus_00_dot_03_bar__plus_00_dot_17_bar__minus_01_dot_35)
  (pickupable SaltShaker_bar__minus_00_dot_56_bar__plus_00_dot_72_bar__plus_01_dot_09)
  (pickupable SoapBottle_bar__minus_00_dot_06_bar__plus_01_dot_63_bar__minus_01_dot_18)
  (pickupable SoapBottle_bar__plus_00_dot_91_bar__plus_00_dot_18_bar__minus_02_dot_06)
  (pickupable Spatula_bar__plus_01_dot_04_bar__plus_00_dot_42_bar__minus_02_dot_09)
  (pickupable Spoon_bar__plus_01_dot_72_bar__plus_01_dot_58_bar__minus_00_dot_42)
  (pickupable Tomato_bar__minus_00_dot_44_bar__plus_01_dot_43_bar__plus_00_dot_37)
  (pickupable Tomato_bar__minus_00_dot_68_bar__plus_01_dot_09_bar__plus_00_dot_36)
  (pickupable Tomato_bar__minus_00_dot_66_bar__plus_01_dot_34_bar__plus_00_dot_78)
  (pickupable WineBottle_bar__minus_00_dot_48_bar__plus_00_dot_61_bar__plus_00_dot_59)
  (pickupable WineBottle_bar__minus_00_dot_82_bar__plus_01_dot_10_bar__minus_00_dot_94)
  (inReceptacle Apple_bar__minus_00_dot_60_bar__plus_00_dot_03_bar__plus_00_dot_45 DiningTable_bar__plus_00_dot_42_bar__plus_00_dot_01_bar__plus_00_dot_68)
  (inReceptacle Apple_bar__minus_01_dot_29_bar__plus_01_dot_30_bar__minus_00_dot_44 Fridge_bar__minus_01_dot_50_bar__plus_00_dot_00_bar__minus_00_dot_70)
  (inReceptacle Apple_bar__plus_00_dot_73_bar__plus_00_dot_26_bar__minus_02_dot_15 CounterTop_bar__plus_00_dot_23_bar__plus_00_dot_95_bar__minus_02_dot_00)
  (inReceptacle Bowl_bar__minus_00_dot_36_bar__plus_01_dot_11_bar__plus_00_dot_82 DiningTable_bar__plus_00_dot_42_bar__plus_00_dot_01_bar__plus_00_dot_68)
  (inReceptacle Bowl_bar__minus_00_dot_03_bar__plus_01_dot_09_bar__minus_01_dot_54 Cabinet_bar__minus_00_dot_61_bar__plus_01_dot_79_bar__minus_01_dot_24)
  (inReceptacle Bowl_bar__plus_00_dot_81_bar__plus_00_dot_07_bar__minus_02_dot_10 CounterTop_bar__plus_00_dot_23_bar__plus_00_dot_95_bar__minus_02_dot_00)
  (inReceptacle Bread_bar__minus_01_dot_10_bar__plus_00_dot_57_bar__minus_00_dot_95 Microwave_bar__minus_01_dot_23_bar__plus_00_dot_90_bar__minus_01_dot_68)
  (inReceptacle Bread_bar__plus_00_dot_64_bar__plus_00_dot_83_bar__minus_01_dot_67 CounterTop_bar__plus_00_dot_23_bar__plus_00_dot_95_bar__minus_02_dot_00)
  (inReceptacle ButterKnife_bar__minus_00_dot_55_bar__plus_01_dot_68_bar__plus_01_dot_00 DiningTable_bar__plus_00_dot_42_bar__plus_00_dot_01_bar__plus_00_dot_68)
  (inReceptacle ButterKnife_bar__plus_00_dot_82_bar__plus_01_dot_12_bar__minus_01_dot_84 CounterTop_bar__plus_00_dot_23_bar__plus_00_dot_95_bar__minus_02_dot_00)
  (inReceptacle ButterKnife_bar__minus_00_dot_21_bar__plus_00_dot_68_bar__minus_01_dot_89 Sink_bar__minus_00_dot_11_bar__plus_00_dot_89_bar__minus_02_dot_01_bar_SinkBasin)
  (inReceptacle Cup_bar__plus_01_dot_19_bar__plus_00_dot_37_bar__minus_01_dot_62 Cabinet_bar__plus_01_dot_39_bar__plus_00_dot_47_bar__minus_01_dot_06)
  (inReceptacle Cup_bar__plus_00_dot_43_bar__plus_00_dot_88_bar__minus_02_dot_08 CounterTop_bar__plus_00_dot_23_bar__plus_00_dot_95_bar__minus_02_dot_00)
  (inReceptacle Cup_bar__minus_00_dot_36_bar__plus_00_dot_65_bar__minus_01_dot_73 Sink_bar__minus_00_dot_11_bar__plus_00_dot_89_bar__minus_02_dot_01_bar_SinkBasin)
  (inReceptacle DishSponge_bar__plus_00_dot_71_bar__plus_00_dot_10_bar__minus_02_dot_21 CounterTop_bar__plus_00_dot_23_bar__plus_00_dot_95_bar__minus_02_dot_00)
  (inReceptacle DishSponge_bar__plus_00_dot_81_bar__plus_00_dot_88_bar__minus_02_dot_05 Cabinet_bar__plus_01_dot_18_bar__plus_02_dot_02_bar__minus_02_dot_00)
  (inReceptacle DishSponge_bar__plus_01_dot_49_bar__plus_01_dot_54_bar__plus_02_dot_08 Shelf_bar__plus_01_dot_55_bar__plus_00_dot_54_bar__plus_02_dot_48)
  (inReceptacle Egg_bar__minus_00_dot_85_bar__plus_00_dot_43_bar__minus_01_dot_05 Fridge_bar__minus_01_dot_50_bar__plus_00_dot_00_bar__minus_00_dot_70)
  (inReceptacle Fork_bar__plus_01_dot_05_bar__plus_00_dot_57_bar__minus_01_dot_87 CounterTop_bar__plus_00_dot_23_bar__plus_00_dot_95_bar__minus_02_dot_00)
  (inReceptacle Knife_bar__minus_00_dot_03_bar__plus_00_dot_23_bar__plus_00_dot_97 DiningTable_bar__plus_00_dot_42_bar__plus_00_dot_01_bar__plus_00_dot_68)
  (inReceptacle Ladle_bar__plus_00_dot_88_bar__plus_00_dot_56_bar__minus_01_dot_62 CounterTop_bar__plus_00_dot_23_bar__plus_00_dot_95_bar__minus_02_dot_00)
  (inReceptacle Lettuce_bar__minus_01_dot_43_bar__plus_01_dot_40_bar__minus_00_dot_92 Fridge_bar__minus_01_dot_50_bar__plus_00_dot_00_bar__minus_00_dot_70)
  (inReceptacle Mug_bar__plus_01_dot_16_bar__plus_01_dot_10_bar__minus_01_dot_84 Cabinet_bar__plus_01_dot_18_bar__plus_02_dot_02_bar__minus_02_dot_00)
  (inReceptacle Pan_bar__minus_00_dot_14_bar__plus_01_dot_01_bar__minus_00_dot_95 StoveBurner_bar__plus_00_dot_06_bar__plus_00_dot_84_bar__minus_00_dot_68)
  (inReceptacle PepperShaker_bar__plus_02_dot_31_bar__plus_01_dot_07_bar__plus_00_dot_20 Drawer_bar__plus_02_dot_16_bar__plus_00_dot_25_bar__plus_00_dot_10)
  (inReceptacle Plate_bar__plus_00_dot_89_bar__plus_01_dot_23_bar__minus_01_dot_55 CounterTop_bar__plus_00_dot_23_bar__plus_00_dot_95_bar__minus_02_dot_00)
  (inReceptacle Plate_bar__plus_01_dot_97_bar__plus_00_dot_80_bar__minus_00_dot_86 Cabinet_bar__plus_01_dot_75_bar__plus_02_dot_02_bar__minus_01_dot_40)
  (inReceptacle Plate_bar__plus_00_dot_62_bar__plus_00_dot_56_bar__minus_01_dot_63 CounterTop_bar__plus_00_dot_23_bar__plus_00_dot_95_bar__minus_02_dot_00)
  (inReceptacle Pot_bar__minus_00_dot_23_bar__plus_01_dot_16_bar__plus_00_dot_77 DiningTable_bar__plus_00_dot_42_bar__plus_00_dot_01_bar__plus_00_dot_68)
  (inReceptacle Potato_bar__plus_00_dot_80_bar__plus_00_dot_08_bar__minus_02_dot_00 CounterTop_bar__plus_00_dot_23_bar__plus_00_dot_95_bar__minus_02_dot_00)
  (inReceptacle Potato_bar__plus_00_dot_48_bar__plus_00_dot_28_bar__minus_01_dot_73 CounterTop_bar__plus_00_dot_23_bar__plus_00_dot_95_bar__minus_02_dot_00)
  (inReceptacle SaltShaker_bar__minus_00_dot_53_bar__plus_01_dot_29_bar__plus_01_dot_13 DiningTable_bar__plus_00_dot_42_bar__plus_00_dot_01_bar__plus_00_dot_68)
  (inReceptacle SaltShaker_bar__minus_00_dot_03_bar__plus_00_dot_17_bar__minus_01_dot_35 Cabinet_bar__minus_00_dot_61_bar__plus_01_dot_79_bar__minus_01_dot_24)
  (inReceptacle SaltShaker_bar__minus_00_dot_56_bar__plus_00_dot_72_bar__plus_01_dot_09 DiningTable_bar__plus_00_dot_42_bar__plus_00_dot_01_bar__plus_00_dot_68)
  (inReceptacle SoapBottle_bar__minus_00_dot_06_bar__plus_01_dot_63_bar__minus_01_dot_18 Cabinet_bar__minus_00_dot_61_bar__plus_01_dot_79_bar__minus_01_dot_24)
  (inReceptacle SoapBottle_bar__plus_00_dot_91_bar__plus_00_dot_18_bar__minus_02_dot_06 CounterTop_bar__plus_00_dot_23_bar__plus_00_dot_95_bar__minus_02_dot_00)
  (inReceptacle Spatula_bar__plus_01_dot_04_bar__plus_00_dot_42_bar__minus_02_dot_09 CounterTop_bar__plus_00_dot_23_bar__plus_00_dot_95_bar__minus_02_dot_00)
  (inReceptacle Spoon_bar__plus_01_dot_72_bar__plus_01_dot_58_bar__minus_00_dot_42 Drawer_bar__plus_01_dot_84_bar__plus_00_dot_74_bar__minus_00_dot_41)
  (inReceptacle Tomato_bar__minus_00_dot_44_bar__plus_01_dot_43_bar__plus_00_dot_37 DiningTable_bar__plus_00_dot_42_bar__plus_00_dot_01_bar__plus_00_dot_68)
  (inReceptacle Tomato_bar__minus_00_dot_68_bar__plus_01_dot_09_bar__plus_00_dot_36 DiningTable_bar__plus_00_dot_42_bar__plus_00_dot_01_bar__plus_00_dot_68)
  (inReceptacle Tomato_bar__minus_00_dot_66_bar__plus_01_dot_34_bar__plus_00_dot_78 DiningTable_bar__plus_00_dot_42_bar__plus_00_dot_01_bar__plus_00_dot_68)
  (inReceptacle WineBottle_bar__minus_00_dot_48_bar__plus_00_dot_61_bar__plus_00_dot_59 DiningTable_bar__plus_00_dot_42_bar__plus_00_dot_01_bar__plus_00_dot_68)
  (inReceptacle WineBottle_bar__minus_00_dot_82_bar__plus_01_dot_10_bar__minus_00_dot_94 Cabinet_bar__minus_01_dot_15_bar__plus_02_dot_02_bar__minus_01_dot_98)
  (receptacleAtLocation Cabinet_bar__plus_00_dot_20_bar__plus_02_dot_02_bar__minus_02_dot_00 loc_bar_1_bar__minus_5_bar_2_bar__minus_30)
  (receptacleAtLocation Cabinet_bar__plus_00_dot_64_bar__plus_00_dot_34_bar__minus_02_dot_03 loc_bar_4_bar__minus_5_bar_2_bar__minus_30)
  (receptacleAtLocation Cabinet_bar__plus_01_dot_18_bar__plus_02_dot_02_bar__minus_02_dot_00 loc_bar_4_bar__minus_5_bar_2_bar__minus_30)
  (receptacleAtLocation Cabinet_bar__plus_01_dot_38_bar__plus_00_dot_47_bar__minus_01_dot_69 loc_bar_3_bar__minus_3_bar_2_bar_30)
  (receptacleAtLocation Cabinet_bar__plus_01_dot_39_bar__plus_00_dot_47_bar__minus_01_dot_06 loc_bar_2_bar__minus_5_bar_1_bar_30)
  (receptacleAtLocation Cabinet_bar__plus_01_dot_72_bar__plus_02_dot_02_bar__minus_02_dot_00 loc_bar_4_bar__minus_5_bar_2_bar__minus_30)
  (receptacleAtLocation Cabinet_bar__plus_01_dot_75_bar__plus_02_dot_02_bar__minus_01_dot_03 loc_bar_4_bar__minus_4_bar_1_bar__minus_30)
  (receptacleAtLocation Cabinet_bar__plus_01_dot_75_bar__plus_02_dot_02_bar__minus_01_dot_40 loc_bar_4_bar__minus_5_bar_1_bar__minus_30)
  (receptacleAtLocation Cabinet_bar__minus_00_dot_43_bar__plus_01_dot_14_bar__minus_00_dot_06 loc_bar__minus_1_bar__minus_4_bar_0_bar__minus_30)
  (receptacleAtLocation Cabinet_bar__minus_00_dot_61_bar__plus_01_dot_79_bar__minus_01_dot_24 loc_bar__minus_1_bar__minus_3_bar_2_bar_30)
  (receptacleAtLocation Cabinet_bar__minus_00_dot_82_bar__plus_00_dot_47_bar__minus_01_dot_69 loc_bar__minus_1_bar__minus_3_bar_2_bar_30)
  (receptacleAtLocation Cabinet_bar__minus_00_dot_84_bar__plus_00_dot_47_bar__minus_01_dot_67 loc_bar_0_bar__minus_4_bar_3_bar_30)
  (receptacleAtLocation Cabinet_bar__minus_01_dot_10_bar__plus_02_dot_02_bar__minus_02_dot_00 loc_bar__minus_2_bar__minus_4_bar_2_bar__minus_30)
  (receptacleAtLocation Cabinet_bar__minus_01_dot_15_bar__plus_02_dot_02_bar__minus_01_dot_98 loc_bar__minus_1_bar__minus_5_bar_3_bar__minus_30)
  (receptacleAtLocation CoffeeMachine_bar__plus_01_dot_05_bar__plus_01_dot_70_bar__plus_00_dot_50 loc_bar_6_bar_3_bar_3_bar_30)
  (receptacleAtLocation CounterTop_bar__plus_00_dot_23_bar__plus_00_dot_95_bar__minus_02_dot_00 loc_bar_3_bar__minus_5_bar_2_bar_30)
  (receptacleAtLocation DiningTable_bar__plus_00_dot_42_bar__plus_00_dot_01_bar__plus_00_dot_68 loc_bar__minus_4_bar_3_bar_1_bar_30)
  (receptacleAtLocation Drawer_bar__plus_01_dot_66_bar__plus_00_dot_19_bar__plus_00_dot_96 loc_bar_6_bar_7_bar_2_bar_30)
  (receptacleAtLocation Drawer_bar__plus_01_dot_84_bar__plus_00_dot_74_bar__minus_00_dot_41 loc_bar_6_bar_2_bar_2_bar_30)
  (receptacleAtLocation Drawer_bar__plus_02_dot_16_bar__plus_00_dot_25_bar__plus_00_dot_10 loc_bar_6_bar_2_bar_1_bar_30)
  (receptacleAtLocation Fridge_bar__minus_01_dot_50_bar__plus_00_dot_00_bar__minus_00_dot_70 loc_bar__minus_2_bar__minus_3_bar_3_bar_0)
  (receptacleAtLocation GarbageCan_bar__plus_00_dot_83_bar__plus_01_dot_64_bar__minus_00_dot_65 loc_bar_0_bar__minus_2_bar_1_bar_30)
  (receptacleAtLocation Microwave_bar__minus_01_dot_23_bar__plus_00_dot_90_bar__minus_01_dot_68 loc_bar__minus_1_bar__minus_5_bar_3_bar_30)
  (receptacleAtLocation Shelf_bar__plus_01_dot_55_bar__plus_00_dot_16_bar__plus_02_dot_48 loc_bar_4_bar_6_bar_0_bar_30)
  (receptacleAtLocation Shelf_bar__plus_01_dot_55_bar__plus_00_dot_54_bar__plus_02_dot_48 loc_bar_5_bar_5_bar_0_bar_30)
  (receptacleAtLocation Shelf_bar__plus_01_dot_55_bar__plus_00_dot_87_bar__plus_02_dot_48 loc_bar_6_bar_8_bar_0_bar_30)
  (receptacleAtLocation Sink_bar__minus_00_dot_11_bar__plus_00_dot_89_bar__minus_02_dot_01_bar_SinkBasin loc_bar__minus_1_bar__minus_5_bar_2_bar_30)
  (receptacleAtLocation StoveBurner_bar__plus_00_dot_06_bar__plus_00_dot_84_bar__minus_00_dot_68 loc_bar_2_bar__minus_3_bar_3_bar_45)
  (receptacleAtLocation StoveBurner_bar__plus_00_dot_11_bar__plus_01_dot_56_bar__minus_01_dot_32 loc_bar_0_bar__minus_4_bar_2_bar_45)
  (receptacleAtLocation StoveBurner_bar__plus_00_dot_31_bar__plus_00_dot_00_bar__minus_01_dot_83 loc_bar_0_bar__minus_4_bar_2_bar_60)
  (receptacleAtLocation StoveBurner_bar__minus_00_dot_07_bar__plus_00_dot_24_bar__minus_01_dot_04 loc_bar_2_bar__minus_3_bar_3_bar_60)
  (receptacleAtLocation Toaster_bar__plus_00_dot_71_bar__plus_00_dot_87_bar__minus_01_dot_73 loc_bar_3_bar__minus_5_bar_2_bar_30)
  (objectAtLocation Chair_bar__plus_00_dot_67_bar__plus_00_dot_50_bar__minus_00_dot_55 loc_bar_1_bar__minus_2_bar_1_bar_30)
  (objectAtLocation Chair_bar__plus_00_dot_71_bar__plus_00_dot_24_bar__minus_00_dot_26 loc_bar_4_bar__minus_5_bar_0_bar_30)
  (objectAtLocation LightSwitch_bar__plus_00_dot_53_bar__plus_01_dot_21_bar__minus_00_dot_77 loc_bar__minus_1_bar__minus_3_bar_1_bar_30)
  (objectAtLocation Sink_bar__minus_00_dot_11_bar__plus_00_dot_89_bar__minus_02_dot_01 loc_bar__minus_1_bar__minus_5_bar_2_bar_30)
  (objectAtLocation StoveKnob_bar__plus_00_dot_35_bar__plus_00_dot_79_bar__minus_01_dot_21 loc_bar_4_bar__minus_5_bar_3_bar_30)
  (objectAtLocation StoveKnob_bar__minus_01_dot_23_bar__plus_01_dot_42_bar__plus_00_dot_49 loc_bar__minus_2_bar_2_bar_3_bar_30)
  (objectAtLocation StoveKnob_bar__plus_00_dot_19_bar__plus_00_dot_80_bar__plus_02_dot_76 loc_bar_1_bar_8_bar_0_bar_30)
  (objectAtLocation StoveKnob_bar__minus_00_dot_94_bar__plus_00_dot_40_bar__plus_01_dot_13 loc_bar__minus_4_bar_8_bar_2_bar_30)
  (objectAtLocation Window_bar__plus_01_dot_17_bar__plus_00_dot_30_bar__plus_02_dot_54 loc_bar_4_bar_8_bar_0_bar_30)
  (objectAtLocation Window_bar__minus_00_dot_44_bar__plus_00_dot_16_bar__minus_00_dot_31 loc_bar__minus_2_bar_1_bar_2_bar_30)
  (objectAtLocation Apple_bar__minus_00_dot_60_bar__plus_00_dot_03_bar__plus_00_dot_45 loc_bar__minus_4_bar_3_bar_1_bar_30)
  (objectAtLocation Apple_bar__minus_01_dot_29_bar__plus_01_dot_30_bar__minus_00_dot_44 loc_bar__minus_2_bar__minus_3_bar_3_bar_0)
  (objectAtLocation Apple_bar__plus_00_dot_73_bar__plus_00_dot_26_bar__minus_02_dot_15 loc_bar_3_bar__minus_5_bar_2_bar_30)
  (objectAtLocation Bowl_bar__minus_00_dot_36_bar__plus_01_dot_11_bar__plus_00_dot_82 loc_bar__minus_4_bar_3_bar_1_bar_30)
  (objectAtLocation Bowl_bar__minus_00_dot_03_bar__plus_01_dot_09_bar__minus_01_dot_54 loc_bar__minus_1_bar__minus_3_bar_2_bar_30)
  (objectAtLocation Bowl_bar__plus_00_dot_81_bar__plus_00_dot_07_bar__minus_02_dot_10 loc_bar_3_bar__minus_5_bar_2_bar_30)
  (objectAtLocation Bread_bar__minus_01_dot_10_bar__plus_00_dot_57_bar__minus_00_dot_95 loc_bar__minus_1_bar__minus_5_bar_3_bar_30)
  (objectAtLocation Bread_bar__plus_00_dot_64_bar__plus_00_dot_83_bar__minus_01_dot_67 loc_bar_3_bar__minus_5_bar_2_bar_30)
  (objectAtLocation ButterKnife_bar__minus_00_dot_55_bar__plus_01_dot_68_bar__plus_01_dot_00 loc_bar__minus_4_bar_3_bar_1_bar_30)
  (objectAtLocation ButterKnife_bar__plus_00_dot_82_bar__plus_01_dot_12_bar__minus_01_dot_84 loc_bar_3_bar__minus_5_bar_2_bar_30)
  (objectAtLocation ButterKnife_bar__minus_00_dot_21_bar__plus_00_dot_68_bar__minus_01_dot_89 loc_bar__minus_1_bar__minus_5_bar_2_bar_30)
  (objectAtLocation Cup_bar__plus_01_dot_19_bar__plus_00_dot_37_bar__minus_01_dot_62 loc_bar_2_bar__minus_5_bar_1_bar_30)
  (objectAtLocation Cup_bar__plus_00_dot_43_bar__plus_00_dot_88_bar__minus_02_dot_08 loc_bar_3_bar__minus_5_bar_2_bar_30)
  (objectAtLocation Cup_bar__minus_00_dot_36_bar__plus_00_dot_65_bar__minus_01_dot_73 loc_bar__minus_1_bar__minus_5_bar_2_bar_30)
  (objectAtLocation DishSponge_bar__plus_00_dot_71_bar__plus_00_dot_10_bar__minus_02_dot_21 loc_bar_3_bar__minus_5_bar_2_bar_30)
  (objectAtLocation DishSponge_bar__plus_00_dot_81_bar__plus_00_dot_88_bar__minus_02_dot_05 loc_bar_4_bar__minus_5_bar_2_bar__minus_30)
  (objectAtLocation DishSponge_bar__plus_01_dot_49_bar__plus_01_dot_54_bar__plus_02_dot_08 loc_bar_5_bar_5_bar_0_bar_30)
  (objectAtLocation Egg_bar__minus_00_dot_85_bar__plus_00_dot_43_bar__minus_01_dot_05 loc_bar__minus_2_bar__minus_3_bar_3_bar_0)
  (objectAtLocation Fork_bar__plus_01_dot_05_bar__plus_00_dot_57_bar__minus_01_dot_87 loc_bar_3_bar__minus_5_bar_2_bar_30)
  (objectAtLocation Knife_bar__minus_00_dot_03_bar__plus_00_dot_23_bar__plus_00_dot_97 loc_bar__minus_4_bar_3_bar_1_bar_30)
  (objectAtLocation Ladle_bar__plus_00_dot_88_bar__plus_00_dot_56_bar__minus_01_dot_62 loc_bar_3_bar__minus_5_bar_2_bar_30)
  (objectAtLocation Lettuce_bar__minus_01_dot_43_bar__plus_01_dot_40_bar__minus_00_dot_92 loc_bar__minus_2_bar__minus_3_bar_3_bar_0)
  (objectAtLocation Mug_bar__plus_01_dot_16_bar__plus_01_dot_10_bar__minus_01_dot_84 loc_bar_4_bar__minus_5_bar_2_bar__minus_30)
  (objectAtLocation Pan_bar__minus_00_dot_14_bar__plus_01_dot_01_bar__minus_00_dot_95 loc_bar_2_bar__minus_3_bar_3_bar_45)
  (objectAtLocation PepperShaker_bar__plus_02_dot_31_bar__plus_01_dot_07_bar__plus_00_dot_20 loc_bar_6_bar_2_bar_1_bar_30)
  (objectAtLocation Plate_bar__plus_00_dot_89_bar__plus_01_dot_23_bar__minus_01_dot_55 loc_bar_3_bar__minus_5_bar_2_bar_30)
  (objectAtLocation Plate_bar__plus_01_dot_97_bar__plus_00_dot_80_bar__minus_00_dot_86 loc_bar_4_bar__minus_5_bar_1_bar__minus_30)
  (objectAtLocation Plate_bar__plus_00_dot_62_bar__plus_00_dot_56_bar__minus_01_dot_63 loc_bar_3_bar__minus_5_bar_2_bar_30)
  (objectAtLocation Pot_bar__minus_00_dot_23_bar__plus_01_dot_16_bar__plus_00_dot_77 loc_bar__minus_4_bar_3_bar_1_bar_30)
  (objectAtLocation Potato_bar__plus_00_dot_80_bar__plus_00_dot_08_bar__minus_02_dot_00 loc_bar_3_bar__minus_5_bar_2_bar_30)
  (objectAtLocation Potato_bar__plus_00_dot_48_bar__plus_00_dot_28_bar__minus_01_dot_73 loc_bar_3_bar__minus_5_bar_2_bar_30)
  (objectAtLocation SaltShaker_bar__minus_00_dot_53_bar__plus_01_dot_29_bar__plus_01_dot_13 loc_bar__minus_4_bar_3_bar_1_bar_30)
  (objectAtLocation SaltShaker_bar__minus_00_dot_03_bar__plus_00_dot_17_bar__minus_01_dot_35 loc_bar__minus_1_bar__minus_3_bar_2_bar_30)
  (objectAtLocation SaltShaker_bar__minus_00_dot_56_bar__plus_00_dot_72_bar__plus_01_dot_09 loc_bar__minus_4_bar_3_bar_1_bar_30)
  (objectAtLocation SoapBottle_bar__minus_00_dot_06_bar__plus_01_dot_63_bar__minus_01_dot_18 loc_bar__minus_1_bar__minus_3_bar_2_bar_30)
  (objectAtLocation SoapBottle_bar__plus_00_dot_91_bar__plus_00_dot_18_bar__minus_02_dot_06 loc_bar_3_bar__minus_5_bar_2_bar_30)
  (objectAtLocation Spatula_bar__plus_01_dot_04_bar__plus_00_dot_42_bar__minus_02_dot_09 loc_bar_3_bar__minus_5_bar_2_bar_30)
  (objectAtLocation Spoon_bar__plus_01_dot_72_bar__plus_01_dot_58_bar__minus_00_dot_42 loc_bar_6_bar_2_bar_2_bar_30)
  (objectAtLocation Tomato_bar__minus_00_dot_44_bar__plus_01_dot_43_bar__plus_00_dot_37 loc_bar__minus_4_bar_3_bar_1_bar_30)
  (objectAtLocation Tomato_bar__minus_00_dot_68_bar__plus_01_dot_09_bar__plus_00_dot_36 loc_bar__minus_4_bar_3_bar_1_bar_30)
  (objectAtLocation Tomato_bar__minus_00_dot_66_bar__plus_01_dot_34_bar__plus_00_dot_78 loc_bar__minus_4_bar_3_bar_1_bar_30)
  (objectAtLocation WineBottle_bar__minus_00_dot_48_bar__plus_00_dot_61_bar__plus_00_dot_59 loc_bar__minus_4_bar_3_bar_1_bar_30)
  (objectAtLocation WineBottle_bar__minus_00_dot_82_bar__plus_01_dot_10_bar__minus_00_dot_94 loc_bar__minus_1_bar__minus_5_bar_3_bar__minus_30)
  )

        (:goal
            (and
                (exists (?r - receptacle)
                    (exists (?o - object)
                        (and
                            (heatable ?o)
                            (objectType ?o TomatoType)
                            (receptacleType ?r GarbageCanType)
                            (isHot ?o)
                            (inReceptacle ?o ?r)
                        )
                    )
                )
            )
        )
    )
    