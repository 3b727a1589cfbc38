
(define (problem plan_trial_T20260101_000500_567257)
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
  Chair_bar__plus_00_dot_48_bar__plus_00_dot_01_bar__minus_01_dot_37 - object
  Chair_bar__plus_01_dot_19_bar__plus_01_dot_18_bar__minus_00_dot_06 - object
  HousePlant_bar__plus_00_dot_68_bar__plus_01_dot_08_bar__minus_02_dot_45 - object
  LightSwitch_bar__minus_00_dot_09_bar__plus_01_dot_76_bar__plus_00_dot_72 - object
  Sink_bar__minus_01_dot_90_bar__plus_00_dot_97_bar__minus_01_dot_50 - object
  StoveKnob_bar__plus_01_dot_02_bar__plus_01_dot_38_bar__plus_00_dot_80 - object
  StoveKnob_bar__minus_00_dot_45_bar__plus_01_dot_68_bar__plus_01_dot_12 - object
  StoveKnob_bar__plus_00_dot_32_bar__plus_01_dot_24_bar__plus_00_dot_74 - object
  StoveKnob_bar__plus_00_dot_51_bar__plus_01_dot_76_bar__plus_01_dot_01 - object
  Window_bar__plus_00_dot_30_bar__plus_01_dot_69_bar__minus_02_dot_03 - object
  Window_bar__plus_00_dot_62_bar__plus_01_dot_66_bar__minus_00_dot_90 - object
  Apple_bar__minus_01_dot_61_bar__plus_01_dot_34_bar__minus_02_dot_58 - object
  Book_bar__plus_01_dot_07_bar__plus_01_dot_16_bar__minus_02_dot_63 - object
  Book_bar__minus_01_dot_54_bar__plus_01_dot_49_bar__minus_02_dot_13 - object
  Book_bar__plus_00_dot_16_bar__plus_00_dot_69_bar__minus_00_dot_32 - object
  Bowl_bar__plus_00_dot_50_bar__plus_01_dot_24_bar__minus_02_dot_44 - object
  Bowl_bar__plus_01_dot_53_bar__plus_00_dot_89_bar__minus_01_dot_68 - object
  Bowl_bar__plus_00_dot_13_bar__plus_00_dot_50_bar__plus_00_dot_16 - object
  Bread_bar__minus_01_dot_45_bar__plus_01_dot_58_bar__minus_02_dot_65 - object
  Bread_bar__plus_00_dot_07_bar__plus_00_dot_50_bar__minus_00_dot_28 - object
  ButterKnife_bar__plus_00_dot_79_bar__plus_00_dot_71_bar__minus_01_dot_87 - object
  ButterKnife_bar__minus_01_dot_62_bar__plus_01_dot_53_bar__minus_01_dot_33 - object
  CreditCard_bar__minus_01_dot_00_bar__plus_01_dot_54_bar__plus_00_dot_04 - object
  CreditCard_bar__plus_01_dot_09_bar__plus_00_dot_96_bar__minus_02_dot_66 - object
  Cup_bar__minus_01_dot_35_bar__plus_01_dot_19_bar__minus_01_dot_72 - object
  DishSponge_bar__minus_01_dot_18_bar__plus_00_dot_34_bar__minus_00_dot_66 - object
  DishSponge_bar__minus_00_dot_14_bar__plus_01_dot_06_bar__plus_00_dot_37 - object
  DishSponge_bar__plus_00_dot_58_bar__plus_00_dot_35_bar__minus_02_dot_52 - object
  Egg_bar__minus_00_dot_90_bar__plus_00_dot_46_bar__minus_02_dot_10 - object
  Fork_bar__minus_02_dot_00_bar__plus_00_dot_64_bar__minus_01_dot_72 - object
  Glassbottle_bar__minus_00_dot_07_bar__plus_01_dot_35_bar__plus_00_dot_00 - object
  Kettle_bar__plus_00_dot_86_bar__plus_00_dot_91_bar__minus_02_dot_17 - object
  Knife_bar__minus_01_dot_29_bar__plus_01_dot_14_bar__minus_02_dot_57 - object
  Knife_bar__minus_01_dot_96_bar__plus_00_dot_83_bar__minus_01_dot_36 - object
  Lettuce_bar__minus_01_dot_84_bar__plus_01_dot_15_bar__minus_01_dot_46 - object
  Lettuce_bar__minus_00_dot_92_bar__plus_01_dot_61_bar__minus_02_dot_53 - object
  Mug_bar__minus_00_dot_91_bar__plus_00_dot_94_bar__minus_02_dot_18 - object
  Mug_bar__plus_01_dot_03_bar__plus_01_dot_70_bar__minus_02_dot_45 - object
  Mug_bar__minus_01_dot_64_bar__plus_00_dot_13_bar__plus_01_dot_12 - object
  Pan_bar__plus_00_dot_05_bar__plus_00_dot_62_bar__plus_00_dot_72 - object
  Pan_bar__plus_00_dot_50_bar__plus_00_dot_33_bar__minus_02_dot_56 - object
  PaperTowelRoll_bar__plus_00_dot_49_bar__plus_01_dot_73_bar__minus_02_dot_22 - object
  PepperShaker_bar__plus_00_dot_74_bar__plus_01_dot_70_bar__minus_02_dot_60 - object
  PepperShaker_bar__plus_00_dot_19_bar__plus_01_dot_70_bar__minus_00_dot_28 - object
  Plate_bar__plus_00_dot_26_bar__plus_00_dot_34_bar__plus_00_dot_35 - object
  Plate_bar__minus_00_dot_73_bar__plus_01_dot_52_bar__minus_02_dot_27 - object
  Plate_bar__minus_01_dot_00_bar__plus_01_dot_29_bar__minus_02_dot_14 - object
  Pot_bar__minus_00_dot_31_bar__plus_00_dot_95_bar__minus_02_dot_14 - object
  Pot_bar__plus_00_dot_87_bar__plus_00_dot_74_bar__minus_02_dot_21 - object
  Potato_bar__minus_01_dot_53_bar__plus_01_dot_51_bar__minus_02_dot_72 - object
  SaltShaker_bar__plus_00_dot_00_bar__plus_00_dot_53_bar__plus_00_dot_26 - object
  SaltShaker_bar__plus_01_dot_38_bar__plus_01_dot_55_bar__minus_01_dot_69 - object
  SoapBottle_bar__plus_00_dot_60_bar__plus_00_dot_89_bar__minus_01_dot_84 - object
  SoapBottle_bar__plus_00_dot_74_bar__plus_01_dot_18_bar__minus_02_dot_47 - object
  SoapBottle_bar__plus_00_dot_76_bar__plus_00_dot_67_bar__minus_01_dot_83 - object
  Spatula_bar__plus_00_dot_35_bar__plus_00_dot_62_bar__plus_00_dot_03 - object
  Spoon_bar__plus_00_dot_22_bar__plus_00_dot_47_bar__minus_00_dot_33 - object
  Statue_bar__plus_01_dot_51_bar__plus_01_dot_66_bar__minus_02_dot_06 - object
  Tomato_bar__minus_01_dot_34_bar__plus_00_dot_40_bar__minus_02_dot_20 - object
  Tomato_bar__minus_01_dot_31_bar__plus_01_dot_53_bar__plus_00_dot_69 - object
  Vase_bar__minus_01_dot_59_bar__plus_00_dot_83_bar__minus_02_dot_31 - object
  Vase_bar__minus_01_dot_91_bar__plus_00_dot_84_bar__plus_00_dot_48 - object
  WineBottle_bar__minus_01_dot_30_bar__plus_01_dot_21_bar__plus_01_dot_02 - object
  WineBottle_bar__minus_01_dot_54_bar__plus_00_dot_90_bar__minus_02_dot_07 - object
  WineBottle_bar__minus_00_dot_86_bar__plus_01_dot_57_bar__minus_02_dot_40 - object
  Cabinet_bar__plus_00_dot_68_bar__plus_00_dot_50_bar__minus_02_dot_20 - receptacle
  Cabinet_bar__plus_00_dot_68_bar__plus_02_dot_02_bar__minus_02_dot_46 - receptacle
  Cabinet_bar__plus_00_dot_72_bar__plus_02_dot_02_bar__minus_02_dot_46 - receptacle
  Cabinet_bar__minus_00_dot_73_bar__plus_02_dot_02_bar__minus_02_dot_46 - receptacle
  Cabinet_bar__minus_01_dot_18_bar__plus_00_dot_50_bar__minus_02_dot_20 - receptacle
  Cabinet_bar__minus_01_dot_55_bar__plus_00_dot_50_bar__plus_00_dot_38 - receptacle
  Cabinet_bar__minus_01_dot_55_bar__plus_00_dot_50_bar__minus_01_dot_97 - receptacle
  Cabinet_bar__minus_01_dot_69_bar__plus_02_dot_02_bar__minus_02_dot_46 - receptacle
  CoffeeMachine_bar__plus_00_dot_44_bar__plus_00_dot_34_bar__plus_00_dot_32 - receptacle
  CounterTop_bar__plus_00_dot_69_bar__plus_00_dot_95_bar__minus_02_dot_48 - receptacle
  CounterTop_bar__minus_00_dot_08_bar__plus_01_dot_15_bar_00_dot_00 - receptacle
  CounterTop_bar__minus_01_dot_87_bar__plus_00_dot_95_bar__minus_01_dot_21 - receptacle
  Drawer_bar__plus_00_dot_95_bar__plus_00_dot_22_bar__minus_02_dot_20 - receptacle
  Drawer_bar__plus_00_dot_95_bar__plus_00_dot_39_bar__minus_02_dot_20 - receptacle
  Drawer_bar__plus_00_dot_95_bar__plus_00_dot_56_bar__minus_02_dot_20 - receptacle
  Drawer_bar__plus_00_dot_95_bar__plus_00_dot_71_bar__minus_02_dot_20 - receptacle
  Drawer_bar__plus_00_dot_95_bar__plus_00_dot_83_bar__minus_02_dot_20 - receptacle
  Drawer_bar__minus_01_dot_35_bar__plus_01_dot_49_bar__plus_00_dot_14 - receptacle
  Drawer_bar__minus_01_dot_56_bar__plus_00_dot_33_bar__minus_00_dot_20 - receptacle
  Drawer_bar__minus_01_dot_56_bar__plus_00_dot_84_bar__plus_00_dot_20 - receptacle
  Drawer_bar__minus_01_dot_56_bar__plus_00_dot_84_bar__minus_00_dot_20 - receptacle
  Fridge_bar__minus_02_dot_10_bar__plus_00_dot_00_bar__plus_01_dot_09 - receptacle
  GarbageCan_bar__minus_01_dot_35_bar__plus_00_dot_27_bar__minus_00_dot_88 - receptacle
  Microwave_bar__minus_00_dot_24_bar__plus_01_dot_69_bar__minus_02_dot_53 - receptacle
  Shelf_bar__plus_01_dot_80_bar__plus_00_dot_54_bar__minus_02_dot_56 - receptacle
  Shelf_bar__plus_01_dot_80_bar__plus_00_dot_87_bar__minus_02_dot_56 - receptacle
  Sink_bar__minus_01_dot_90_bar__plus_00_dot_97_bar__minus_01_dot_50_bar_SinkBasin - receptacle
  StoveBurner_bar__minus_00_dot_14_bar__plus_01_dot_09_bar__plus_00_dot_38 - receptacle
  StoveBurner_bar__minus_00_dot_25_bar__plus_00_dot_07_bar__plus_01_dot_76 - receptacle
  StoveBurner_bar__minus_00_dot_30_bar__plus_01_dot_13_bar__plus_01_dot_40 - receptacle
  StoveBurner_bar__minus_00_dot_45_bar__plus_01_dot_27_bar__plus_00_dot_43 - receptacle
  Toaster_bar__plus_02_dot_05_bar__plus_00_dot_84_bar__plus_00_dot_52 - receptacle
  loc_bar__minus_1_bar__minus_7_bar_2_bar__minus_30 - location
  loc_bar__minus_1_bar_5_bar_2_bar_45 - location
  loc_bar__minus_1_bar_5_bar_2_bar_60 - location
  loc_bar__minus_2_bar__minus_7_bar_1_bar_30 - location
  loc_bar__minus_3_bar__minus_6_bar_3_bar_30 - location
  loc_bar__minus_3_bar_6_bar_2_bar_30 - location
  loc_bar__minus_4_bar__minus_4_bar_0_bar_30 - location
  loc_bar__minus_4_bar__minus_6_bar_0_bar_30 - location
  loc_bar__minus_4_bar__minus_7_bar_2_bar__minus_30 - location
  loc_bar__minus_4_bar_2_bar_3_bar_30 - location
  loc_bar__minus_4_bar_3_bar_2_bar_30 - location
  loc_bar__minus_4_bar_4_bar_2_bar_30 - location
  loc_bar__minus_4_bar_4_bar_3_bar_0 - location
  loc_bar__minus_5_bar__minus_5_bar_2_bar_30 - location
  loc_bar__minus_5_bar__minus_6_bar_3_bar_30 - location
  loc_bar__minus_5_bar__minus_7_bar_2_bar__minus_30 - location
  loc_bar__minus_5_bar__minus_7_bar_2_bar_30 - location
  loc_bar_0_bar__minus_5_bar_2_bar_30 - location
  loc_bar_0_bar_6_bar_2_bar_30 - location
  loc_bar_1_bar__minus_7_bar_1_bar_30 - location
  loc_bar_1_bar_6_bar_3_bar_45 - location
  loc_bar_1_bar_6_bar_3_bar_60 - location
  loc_bar_2_bar__minus_5_bar_2_bar_30 - location
  loc_bar_2_bar__minus_6_bar_0_bar_30 - location
  loc_bar_2_bar__minus_7_bar_2_bar__minus_30 - location
  loc_bar_3_bar__minus_7_bar_2_bar_30 - location
  loc_bar_3_bar__minus_7_bar_3_bar_30 - location
  loc_bar_3_bar_0_bar_3_bar_30 - location
  loc_bar_4_bar__minus_7_bar_2_bar__minus_30 - location
  loc_bar_4_bar_4_bar_3_bar_30 - location
  loc_bar_5_bar__minus_6_bar_2_bar_30 - location
  loc_bar_5_bar_1_bar_2_bar_30 - location
  loc_bar_5_bar_4_bar_3_bar_30 - location
  loc_bar_6_bar__minus_4_bar_2_bar_30 - location
  loc_bar_6_bar__minus_6_bar_0_bar_30 - location
  loc_bar_6_bar_3_bar_1_bar_30 - location
  loc_bar_7_bar__minus_5_bar_2_bar_30 - location
  loc_bar_7_bar__minus_7_bar_3_bar_30 - location
  loc_bar_7_bar_2_bar_3_bar_30 - location
  )

(:init
  (receptacleType Cabinet_bar__plus_00_dot_68_bar__plus_00_dot_50_bar__minus_02_dot_20 CabinetType)
  (receptacleType Cabinet_bar__plus_00_dot_68_bar__plus_02_dot_02_bar__minus_02_dot_46 CabinetType)
  (receptacleType Cabinet_bar__plus_00_dot_72_bar__plus_02_dot_02_bar__minus_02_dot_46 CabinetType)
  (receptacleType Cabinet_bar__minus_00_dot_73_bar__plus_02_dot_02_bar__minus_02_dot_46 CabinetType)
  (receptacleType Cabinet_bar__minus_01_dot_18_bar__plus_00_dot_50_bar__minus_02_dot_20 CabinetType)
  (receptacleType Cabinet_bar__minus_01_dot_55_bar__plus_00_dot_50_bar__plus_00_dot_38 CabinetType)
  (receptacleType Cabinet_bar__minus_01_dot_55_bar__plus_00_dot_50_bar__minus_01_dot_97 CabinetType)
  (receptacleType Cabinet_bar__minus_01_dot_69_bar__plus_02_dot_02_bar__minus_02_dot_46 CabinetType)
  (receptacleType CoffeeMachine_bar__plus_00_dot_44_bar__plus_00_dot_34_bar__plus_00_dot_32 CoffeeMachineType)
  (receptacleType CounterTop_bar__plus_00_dot_69_bar__plus_00_dot_95_bar__minus_02_dot_48 CounterTopType)
  (receptacleType CounterTop_bar__minus_00_dot_08_bar__plus_01_dot_15_bar_00_dot_00 CounterTopType)
  (receptacleType CounterTop_bar__minus_01_dot_87_bar__plus_00_dot_95_bar__minus_01_dot_21 CounterTopType)
  (receptacleType Drawer_bar__plus_00_dot_95_bar__plus_00_dot_22_bar__minus_02_dot_20 DrawerType)
  (receptacleType Drawer_bar__plus_00_dot_95_bar__plus_00_dot_39_bar__minus_02_dot_20 DrawerType)
  (receptacleType Drawer_bar__plus_00_dot_95_bar__plus_00_dot_56_bar__minus_02_dot_20 DrawerType)
  (receptacleType Drawer_bar__plus_00_dot_95_bar__plus_00_dot_71_bar__minus_02_dot_20 DrawerType)
  (receptacleType Drawer_bar__plus_00_dot_95_bar__plus_00_dot_83_bar__minus_02_dot_20 DrawerType)
  (receptacleType Drawer_bar__minus_01_dot_35_bar__plus_01_dot_49_bar__plus_00_dot_14 DrawerType)
  (receptacleType Drawer_bar__minus_01_dot_56_bar__plus_00_dot_33_bar__minus_00_dot_20 DrawerType)
  (receptacleType Drawer_bar__minus_01_dot_56_bar__plus_00_dot_84_bar__plus_00_dot_20 DrawerType)
  (receptacleType Drawer_bar__minus_01_dot_56_bar__plus_00_dot_84_bar__minus_00_dot_20 DrawerType)
  (receptacleType Fridge_bar__minus_02_dot_10_bar__plus_00_dot_00_bar__plus_01_dot_09 FridgeType)
  (receptacleType GarbageCan_bar__minus_01_dot_35_bar__plus_00_dot_27_bar__minus_00_dot_88 GarbageCanType)
  (receptacleType Microwave_bar__minus_00_dot_24_bar__plus_01_dot_69_bar__minus_02_dot_53 MicrowaveType)
  (receptacleType Shelf_bar__plus_01_dot_80_bar__plus_00_dot_54_bar__minus_02_dot_56 ShelfType)
  (receptacleType Shelf_bar__plus_01_dot_80_bar__plus_00_dot_87_bar__minus_02_dot_56 ShelfType)
  (receptacleType Sink_bar__minus_01_dot_90_bar__plus_00_dot_97_bar__minus_01_dot_50_bar_SinkBasin SinkBasinType)
  (receptacleType StoveBurner_bar__minus_00_dot_14_bar__plus_01_dot_09_bar__plus_00_dot_38 StoveBurnerType)
  (receptacleType StoveBurner_bar__minus_00_dot_25_bar__plus_00_dot_07_bar__plus_01_dot_76 StoveBurnerType)
  (receptacleType StoveBurner_bar__minus_00_dot_30_bar__plus_01_dot_13_bar__plus_01_dot_40 StoveBurnerType)
  (receptacleType StoveBurner_bar__minus_00_dot_45_bar__plus_01_dot_27_bar__plus_00_dot_43 StoveBurnerType)
  (receptacleType Toaster_bar__plus_02_dot_05_bar__plus_00_dot_84_bar__plus_00_dot_52 ToasterType)
  (objectType Chair_bar__plus_00_dot_48_bar__plus_00_dot_01_bar__minus_01_dot_37 ChairType)
  (objectType Chair_bar__plus_01_dot_19_bar__plus_01_dot_18_bar__minus_00_dot_06 ChairType)
  (objectType HousePlant_bar__plus_00_dot_68_bar__plus_01_dot_08_bar__minus_02_dot_45 HousePlantType)
  (objectType LightSwitch_bar__minus_00_dot_09_bar__plus_01_dot_76_bar__plus_00_dot_72 LightSwitchType)
  (objectType Sink_bar__minus_01_dot_90_bar__plus_00_dot_97_bar__minus_01_dot_50 SinkType)
  (objectType StoveKnob_bar__plus_01_dot_02_bar__plus_01_dot_38_bar__plus_00_dot_80 StoveKnobType)
  (objectType StoveKnob_bar__minus_00_dot_45_bar__plus_01_dot_68_bar__plus_01_dot_12 StoveKnobType)
  (objectType StoveKnob_bar__plus_00_dot_32_bar__plus_01_dot_24_bar__plus_00_dot_74 StoveKnobType)
  (objectType StoveKnob_bar__plus_00_dot_51_bar__plus_01_dot_76_bar__plus_01_dot_01 StoveKnobType)
  (objectType Window_bar__plus_00_dot_30_bar__plus_01_dot_69_bar__minus_02_dot_03 WindowType)
  (objectType Window_bar__plus_00_dot_62_bar__plus_01_dot_66_bar__minus_00_dot_90 WindowType)
  (objectType Apple_bar__minus_01_dot_61_bar__plus_01_dot_34_bar__minus_02_dot_58 AppleType)
  (objectType Book_bar__plus_01_dot_07_bar__plus_01_dot_16_bar__minus_02_dot_63 BookType)
  (objectType Book_bar__minus_01_dot_54_bar__plus_01_dot_49_bar__minus_02_dot_13 BookType)
  (objectType Book_bar__plus_00_dot_16_bar__plus_00_dot_69_bar__minus_00_dot_32 BookType)
  (objectType Bowl_bar__plus_00_dot_50_bar__plus_01_dot_24_bar__minus_02_dot_44 BowlType)
  (objectType Bowl_bar__plus_01_dot_53_bar__plus_00_dot_89_bar__minus_01_dot_68 BowlType)
  (objectType Bowl_bar__plus_00_dot_13_bar__plus_00_dot_50_bar__plus_00_dot_16 BowlType)
  (objectType Bread_bar__minus_01_dot_45_bar__plus_01_dot_58_bar__minus_02_dot_65 BreadType)
  (objectType Bread_bar__plus_00_dot_07_bar__plus_00_dot_50_bar__minus_00_dot_28 BreadType)
  (objectType ButterKnife_bar__plus_00_dot_79_bar__plus_00_dot_71_bar__minus_01_dot_87 ButterKnifeType)
  (objectType ButterKnife_bar__minus_01_dot_62_bar__plus_01_dot_53_bar__minus_01_dot_33 ButterKnifeType)
  (objectType CreditCard_bar__minus_01_dot_00_bar__plus_01_dot_54_bar__plus_00_dot_04 CreditCardType)
  (objectType CreditCard_bar__plus_01_dot_09_bar__plus_00_dot_96_bar__minus_02_dot_66 CreditCardType)
  (objectType Cup_bar__minus_01_dot_35_bar__plus_01_dot_19_bar__minus_01_dot_72 CupType)
  (objectType DishSponge_bar__minus_01_dot_18_bar__plus_00_dot_34_bar__minus_00_dot_66 DishSpongeType)
  (objectType DishSponge_bar__minus_00_dot_14_bar__plus_01_dot_06_bar__plus_00_dot_37 DishSpongeType)
  (objectType DishSponge_bar__plus_00_dot_58_bar__plus_00_dot_35_bar__minus_02_dot_52 DishSpongeType)
  (objectType Egg_bar__minus_00_dot_90_bar__plus_00_dot_46_bar__minus_02_dot_10 EggType)
  (objectType Fork_bar__minus_02_dot_00_bar__plus_00_dot_64_bar__minus_01_dot_72 ForkType)
  (objectType Glassbottle_bar__minus_00_dot_07_bar__plus_01_dot_35_bar__plus_00_dot_00 GlassbottleType)
  (objectType Kettle_bar__plus_00_dot_86_bar__plus_00_dot_91_bar__minus_02_dot_17 KettleType)
  (objectType Knife_bar__minus_01_dot_29_bar__plus_01_dot_14_bar__minus_02_dot_57 KnifeType)
  (objectType Knife_bar__minus_01_dot_96_bar__plus_00_dot_83_bar__minus_01_dot_36 KnifeType)
  (objectType Lettuce_bar__minus_01_dot_84_bar__plus_01_dot_15_bar__minus_01_dot_46 LettuceType)
  (objectType Lettuce_bar__minus_00_dot_92_bar__plus_01_dot_61_bar__minus_02_dot_53 LettuceType)
  (objectType Mug_bar__minus_00_dot_91_bar__plus_00_dot_94_bar__minus_02_dot_18 MugType)
  (objectType Mug_bar__plus_01_dot_03_bar__plus_01_dot_70_bar__minus_02_dot_45 MugType)
  (objectType Mug_bar__minus_01_dot_64_bar__plus_00_dot_13_bar__plus_01_dot_12 MugType)
  (objectType Pan_bar__plus_00_dot_05_bar__plus_00_dot_62_bar__plus_00_dot_72 PanType)
  (objectType Pan_bar__plus_00_dot_50_bar__plus_00_dot_33_bar__minus_02_dot_56 PanType)
  (objectType PaperTowelRoll_bar__plus_00_dot_49_bar__plus_01_dot_73_bar__minus_02_dot_22 PaperTowelRollType)
  (objectType PepperShaker_bar__plus_00_dot_74_bar__plus_01_dot_70_bar__minus_02_dot_60 PepperShakerType)
  (objectType PepperShaker_bar__plus_00_dot_19_bar__plus_01_dot_70_bar__minus_00_dot_28 PepperShakerType)
  (objectType Plate_bar__plus_00_dot_26_bar__plus_00_dot_34_bar__plus_00_dot_35 PlateType)
  (objectType Plate_bar__minus_00_dot_73_bar__plus_01_dot_52_bar__minus_02_dot_27 PlateType)
  (objectType Plate_bar__minus_01_dot_00_bar__plus_01_dot_29_bar__minus_02_dot_14 PlateType)
  (objectType Pot_bar__minus_00_dot_31_bar__plus_00_dot_95_bar__minus_02_dot_14 PotType)
  (objectType Pot_bar__plus_00_dot_87_bar__plus_00_dot_74_bar__minus_02_dot_21 PotType)
  (objectType Potato_bar__minus_01_dot_53_bar__plus_01_dot_51_bar__minus_02_dot_72 PotatoType)
  (objectType SaltShaker_bar__plus_00_dot_00_bar__plus_00_dot_53_bar__plus_00_dot_26 SaltShakerType)
  (objectType SaltShaker_bar__plus_01_dot_38_bar__plus_01_dot_55_bar__minus_01_dot_69 SaltShakerType)
  (objectType SoapBottle_bar__plus_00_dot_60_bar__plus_00_dot_89_bar__minus_01_dot_84 SoapBottleType)
  (objectType SoapBottle_bar__plus_00_dot_74_bar__plus_01_dot_18_bar__minus_02_dot_47 SoapBottleType)
  (objectType SoapBottle_bar__plus_00_dot_76_bar__plus_00_dot_67_bar__minus_01_dot_83 SoapBottleType)
  (objectType Spatula_bar__plus_00_dot_35_bar__plus_00_dot_62_bar__plus_00_dot_03 SpatulaType)
  (objectType Spoon_bar__plus_00_dot_22_bar__plus_00_dot_47_bar__minus_00_dot_33 SpoonType)
  (objectType Statue_bar__plus_01_dot_51_bar__plus_01_dot_66_bar__minus_02_dot_06 StatueType)
  (objectType Tomato_bar__minus_01_dot_34_bar__plus_00_dot_40_bar__minus_02_dot_20 TomatoType)
  (objectType Tomato_bar__minus_01_dot_31_bar__plus_01_dot_53_bar__plus_00_dot_69 TomatoType)
  (objectType Vase_bar__minus_01_dot_59_bar__plus_00_dot_83_bar__minus_02_dot_31 VaseType)
  (objectType Vase_bar__minus_01_dot_91_bar__plus_00_dot_84_bar__plus_00_dot_48 VaseType)
  (objectType WineBottle_bar__minus_01_dot_30_bar__plus_01_dot_21_bar__plus_01_dot_02 WineBottleType)
  (objectType WineBottle_bar__minus_01_dot_54_bar__plus_00_dot_90_bar__minus_02_dot_07 WineBottleType)
  (objectType WineBottle_bar__minus_00_dot_86_bar__plus_01_dot_57_bar__minus_02_dot_40 WineBottleType)
  (canContain CabinetType BookType)
  (canContain CabinetType BowlType)
  (canContain CabinetType CupType)
  (canContain CabinetType DishSpongeType)
  (canContain CabinetType GlassbottleType)
  (canContain CabinetType KettleType)
  (canContain CabinetType MugType)
  (canContain CabinetType PanType)
  (canContain CabinetType PepperShakerType)
  (canContain CabinetType PlateType)
  (canContain CabinetType PotType)
  (canContain CabinetType SaltShakerType)
  (canContain CabinetType SoapBottleType)
  (canContain CabinetType VaseType)
  (canContain CabinetType WineBottleType)
  (canContain CoffeeMachineType MugType)
  (canContain CounterTopType AppleType)
  (canContain CounterTopType BookType)
  (canContain CounterTopType BowlType)
  (canContain CounterTopType BreadType)
  (canContain CounterTopType ButterKnifeType)
  (canContain CounterTopType CreditCardType)
  (canContain CounterTopType CupType)
  (canContain CounterTopType DishSpongeType)
  (canContain CounterTopType EggType)
  (canContain CounterTopType ForkType)
  (canContain CounterTopType GlassbottleType)
  (canContain CounterTopType KettleType)
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
  (canContain CounterTopType WineBottleType)
  (canContain DrawerType BookType)
  (canContain DrawerType ButterKnifeType)
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
  (canContain ShelfType BookType)
  (canContain ShelfType BowlType)
  (canContain ShelfType CreditCardType)
  (canContain ShelfType CupType)
  (canContain ShelfType DishSpongeType)
  (canContain ShelfType GlassbottleType)
  (canContain ShelfType KettleType)
  (canContain ShelfType MugType)
  (canContain ShelfType PepperShakerType)
  (canContain ShelfType PlateType)
  (canContain ShelfType PotType)
  (canContain ShelfType SaltShakerType)
  (canContain ShelfType SoapBottleType)
  (canContain ShelfType StatueType)
  (canContain ShelfType VaseType)
  (canContain ShelfType WineBottleType)
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
  (isReceptacleObject Bowl_bar__plus_00_dot_50_bar__plus_01_dot_24_bar__minus_02_dot_44)
  (isReceptacleObject Bowl_bar__plus_01_dot_53_bar__plus_00_dot_89_bar__minus_01_dot_68)
  (isReceptacleObject Bowl_bar__plus_00_dot_13_bar__plus_00_dot_50_bar__plus_00_dot_16)
  (isReceptacleObject Cup_bar__minus_01_dot_35_bar__plus_01_dot_19_bar__minus_01_dot_72)
  (isReceptacleObject Mug_bar__minus_00_dot_91_bar__plus_00_dot_94_bar__minus_02_dot_18)
  (isReceptacleObject Mug_bar__plus_01_dot_03_bar__plus_01_dot_70_bar__minus_02_dot_45)
  (isReceptacleObject Mug_bar__minus_01_dot_64_bar__plus_00_dot_13_bar__plus_01_dot_12)
  (isReceptacleObject Pan_bar__plus_00_dot_05_bar__plus_00_dot_62_bar__plus_00_dot_72)
  (isReceptacleObject Pan_bar__plus_00_dot_50_bar__plus_00_dot_33_bar__minus_02_dot_56)
  (isReceptacleObject Plate_bar__plus_00_dot_26_bar__plus_00_dot_34_bar__plus_00_dot_35)
  (isReceptacleObject Plate_bar__minus_00_dot_73_bar__plus_01_dot_52_bar__minus_02_dot_27)
  (isReceptacleObject Plate_bar__minus_01_dot_00_bar__plus_01_dot_29_bar__minus_02_dot_14)
  (isReceptacleObject Pot_bar__minus_00_dot_31_bar__plus_00_dot_95_bar__minus_02_dot_14)
  (isReceptacleObject Pot_bar__plus_00_dot_87_bar__plus_00_dot_74_bar__minus_02_dot_21)
  (openable Cabinet_bar__plus_00_dot_68_bar__plus_00_dot_50_bar__minus_02_dot_20)
  (openable Cabinet_bar__plus_00_dot_68_bar__plus_02_dot_02_bar__minus_02_dot_46)
  (openable Cabinet_bar__plus_00_dot_72_bar__plus_02_dot_02_bar__minus_02_dot_46)
  (openable Cabinet_bar__minus_00_dot_73_bar__plus_02_dot_02_bar__minus_02_dot_46)
  (openable Cabinet_bar__minus_01_dot_18_bar__plus_00_dot_50_bar__minus_02_dot_20)
  (openable Cabinet_bar__minus_01_dot_55_bar__plus_00_dot_50_bar__plus_00_dot_38)
  (openable Cabinet_bar__minus_01_dot_55_bar__plus_00_dot_50_bar__minus_01_dot_97)
  (openable Cabinet_bar__minus_01_dot_69_bar__plus_02_dot_02_bar__minus_02_dot_46)
  (openable Drawer_bar__plus_00_dot_95_bar__plus_00_dot_22_bar__minus_02_dot_20)
  (openable Drawer_bar__plus_00_dot_95_bar__plus_00_dot_39_bar__minus_02_dot_20)
  (openable Drawer_bar__plus_00_dot_95_bar__plus_00_dot_56_bar__minus_02_dot_20)
  (openable Drawer_bar__plus_00_dot_95_bar__plus_00_dot_71_bar__minus_02_dot_20)
  (openable Drawer_bar__plus_00_dot_95_bar__plus_00_dot_83_bar__minus_02_dot_20)
  (openable Drawer_bar__minus_01_dot_56_bar__plus_00_dot_33_bar__minus_00_dot_20)
  (openable Drawer_bar__minus_01_dot_56_bar__plus_00_dot_84_bar__plus_00_dot_20)
  (openable Drawer_bar__minus_01_dot_56_bar__plus_00_dot_84_bar__minus_00_dot_20)
  (openable Fridge_bar__minus_02_dot_10_bar__plus_00_dot_00_bar__plus_01_dot_09)
  (openable Microwave_bar__minus_00_dot_24_bar__plus_01_dot_69_bar__minus_02_dot_53)
  (atLocation agent1 loc_bar_6_bar__minus_6_bar_0_bar_30)
  (cleanable Apple_bar__minus_01_dot_61_bar__plus_01_dot_34_bar__minus_02_dot_58)
  (cleanable Bowl_bar__plus_00_dot_50_bar__plus_01_dot_24_bar__minus_02_dot_44)
  (cleanable Bowl_bar__plus_01_dot_53_bar__plus_00_dot_89_bar__minus_01_dot_68)
  (cleanable Bowl_bar__plus_00_dot_13_bar__plus_00_dot_50_bar__plus_00_dot_16)
  (cleanable ButterKnife_bar__plus_00_dot_79_bar__plus_00_dot_71_bar__minus_01_dot_87)
  (cleanable ButterKnife_bar__minus_01_dot_62_bar__plus_01_dot_53_bar__minus_01_dot_33)
  (cleanable Cup_bar__minus_01_dot_35_bar__plus_01_dot_19_bar__minus_01_dot_72)
  (cleanable DishSponge_bar__minus_01_dot_18_bar__plus_00_dot_34_bar__minus_00_dot_66)
  (cleanable DishSponge_bar__minus_00_dot_14_bar__plus_01_dot_06_bar__plus_00_dot_37)
  (cleanable DishSponge_bar__plus_00_dot_58_bar__plus_00_dot_35_bar__minus_02_dot_52)
  (cleanable Egg_bar__minus_00_dot_90_bar__plus_00_dot_46_bar__minus_02_dot_10)
  (cleanable Fork_bar__minus_02_dot_00_bar__plus_00_dot_64_bar__minus_01_dot_72)
  (cleanable Kettle_bar__plus_00_dot_86_bar__plus_00_dot_91_bar__minus_02_dot_17)
  (cleanable Knife_bar__minus_01_dot_29_bar__plus_01_dot_14_bar__minus_02_dot_57)
  (cleanable Knife_bar__minus_01_dot_96_bar__plus_00_dot_83_bar__minus_01_dot_36)
  (cleanable Lettuce_bar__minus_01_dot_84_bar__plus_01_dot_15_bar__minus_01_dot_46)
  (cleanable Lettuce_bar__minus_00_dot_92_bar__plus_01_dot_61_bar__minus_02_dot_53)
  (cleanable Mug_bar__minus_00_dot_91_bar__plus_00_dot_94_bar__minus_02_dot_18)
  (cleanable Mug_bar__plus_01_dot_03_bar__plus_01_dot_70_bar__minus_02_dot_45)
  (cleanable Mug_bar__minus_01_dot_64_bar__plus_00_dot_13_bar__plus_01_dot_12)
  (cleanable Pan_bar__plus_00_dot_05_bar__plus_00_dot_62_bar__plus_00_dot_72)
  (cleanable Pan_bar__plus_00_dot_50_bar__plus_00_dot_33_bar__minus_02_dot_56)
  (cleanable Plate_bar__plus_00_dot_26_bar__plus_00_dot_34_bar__plus_00_dot_35)
  (cleanable Plate_bar__minus_00_dot_73_bar__plus_01_dot_52_bar__minus_02_dot_27)
  (cleanable Plate_bar__minus_01_dot_00_bar__plus_01_dot_29_bar__minus_02_dot_14)
  (cleanable Pot_bar__minus_00_dot_31_bar__plus_00_dot_95_bar__minus_02_dot_14)
  (cleanable Pot_bar__plus_00_dot_87_bar__plus_00_dot_74_bar__minus_02_dot_21)
  (cleanable Potato_bar__minus_01_dot_53_bar__plus_01_dot_51_bar__minus_02_dot_72)
  (cleanable Spatula_bar__plus_00_dot_35_bar__plus_00_dot_62_bar__plus_00_dot_03)
  (cleanable Spoon_bar__plus_00_dot_22_bar__plus_00_dot_47_bar__minus_00_dot_33)
  (cleanable Tomato_bar__minus_01_dot_34_bar__plus_00_dot_40_bar__minus_02_dot_20)
  (cleanable Tomato_bar__minus_01_dot_31_bar__plus_01_dot_53_bar__plus_00_dot_69)
  (heatable Apple_bar__minus_01_dot_61_bar__plus_01_dot_34_bar__minus_02_dot_58)
  (heatable Bread_bar__minus_01_dot_45_bar__plus_01_dot_58_bar__minus_02_dot_65)
  (heatable Bread_bar__plus_00_dot_07_bar__plus_00_dot_50_bar__minus_00_dot_28)
  (heatable Cup_bar__minus_01_dot_35_bar__plus_01_dot_19_bar__minus_01_dot_72)
  (heatable Egg_bar__minus_00_dot_90_bar__plus_00_dot_46_bar__minus_02_dot_10)
  (heatable Mug_bar__minus_00_dot_91_bar__plus_00_dot_94_bar__minus_02_dot_18)
  (heatable Mug_bar__plus_01_dot_03_bar__plus_01_dot_70_bar__minus_02_dot_45)
  (heatable Mug_bar__minus_01_dot_64_bar__plus_00_dot_13_bar__plus_01_dot_12)
  (heatable Plate_bar__plus_00_dot_26_bar__plus_00_dot_34_bar__plus_00_dot_35)
  (heatable Plate_bar__minus_00_dot_73_bar__plus_01_dot_52_bar__minus_02_dot_27)
  (heatable Plate_bar__minus_01_dot_00_bar__plus_01_dot_29_bar__minus_02_dot_14)
  (heatable Potato_bar__minus_01_dot_53_bar__plus_01_dot_51_bar__minus_02_dot_72)
  (heatable Tomato_bar__minus_01_dot_34_bar__plus_00_dot_40_bar__minus_02_dot_20)
  (heatable Tomato_bar__minus_01_dot_31_bar__plus_01_dot_53_bar__plus_00_dot_69)
  (coolable Apple_bar__minus_01_dot_61_bar__plus_01_dot_34_bar__minus_02_dot_58)
  (coolable Bowl_bar__plus_00_dot_50_bar__plus_01_dot_24_bar__minus_02_dot_44)
  (coolable Bowl_bar__plus_01_dot_53_bar__plus_00_dot_89_bar__minus_01_dot_68)
  (coolable Bowl_bar__plus_00_dot_13_bar__plus_00_dot_50_bar__plus_00_dot_16)
  (coolable Bread_bar__minus_01_dot_45_bar__plus_01_dot_58_bar__minus_02_dot_65)
  (coolable Bread_bar__plus_00_dot_07_bar__plus_00_dot_50_bar__minus_00_dot_28)
  (coolable Cup_bar__minus_01_dot_35_bar__plus_01_dot_19_bar__minus_01_dot_72)
  (coolable Egg_bar__minus_00_dot_90_bar__plus_00_dot_46_bar__minus_02_dot_10)
  (coolable Lettuce_bar__minus_01_dot_84_bar__plus_01_dot_15_bar__minus_01_dot_46)
  (coolable Lettuce_bar__minus_00_dot_92_bar__plus_01_dot_61_bar__minus_02_dot_53)
  (coolable Mug_bar__minus_00_dot_91_bar__plus_00_dot_94_bar__minus_02_dot_18)
  (coolable Mug_bar__plus_01_dot_03_bar__plus_01_dot_70_bar__minus_02_dot_45)
  (coolable Mug_bar__minus_01_dot_64_bar__plus_00_dot_13_bar__plus_01_dot_12)
  (coolable Pan_bar__plus_00_dot_05_bar__plus_00_dot_62_bar__plus_00_dot_72)
  (coolable Pan_bar__plus_00_dot_50_bar__plus_00_dot_33_bar__minus_02_dot_56)
  (coolable Plate_bar__plus_00_dot_26_bar__plus_00_dot_34_bar__plus_00_dot_35)
  (coolable Plate_bar__minus_00_dot_73_bar__plus_01_dot_52_bar__minus_02_dot_27)
  (coolable Plate_bar__minus_01_dot_00_bar__plus_01_dot_29_bar__minus_02_dot_14)
  (coolable Pot_bar__minus_00_dot_31_bar__plus_00_dot_95_bar__minus_02_dot_14)
  (coolable Pot_bar__plus_00_dot_87_bar__plus_00_dot_74_bar__minus_02_dot_21)
  (coolable Potato_bar__minus_01_dot_53_bar__plus_01_dot_51_bar__minus_02_dot_72)
  (coolable Tomato_bar__minus_01_dot_34_bar__plus_00_dot_40_bar__minus_02_dot_20)
  (coolable Tomato_bar__minus_01_dot_31_bar__plus_01_dot_53_bar__plus_00_dot_69)
  (coolable WineBottle_bar__minus_01_dot_30_bar__plus_01_dot_21_bar__plus_01_dot_02)
  (coolable WineBottle_bar__minus_01_dot_54_bar__plus_00_dot_90_bar__minus_02_dot_07)
  (coolable WineBottle_bar__minus_00_dot_86_bar__plus_01_dot_57_bar__minus_02_dot_40)
  (sliceable Apple_bar__minus_01_dot_61_bar__plus_01_dot_34_bar__minus_02_dot_58)
  (sliceable Bread_bar__minus_01_dot_45_bar__plus_01_dot_58_bar__minus_02_dot_65)
  (sliceable Bread_bar__plus_00_dot_07_bar__plus_00_dot_50_bar__minus_00_dot_28)
  (sliceable Egg_bar__minus_00_dot_90_bar__plus_00_dot_46_bar__minus_02_dot_10)
  (sliceable Lettuce_bar__minus_01_dot_84_bar__plus_01_dot_15_bar__minus_01_dot_46)
  (sliceable Lettuce_bar__minus_00_dot_92_bar__plus_01_dot_61_bar__minus_02_dot_53)
  (sliceable Potato_bar__minus_01_dot_53_bar__plus_01_dot_51_bar__minus_02_dot_72)
  (sliceable Tomato_bar__minus_01_dot_34_bar__plus_00_dot_40_bar__minus_02_dot_20)
  (sliceable Tomato_bar__minus_01_dot_31_bar__plus_01_dot_53_bar__plus_00_dot_69)
  (pickupable Apple_bar__minus_01_dot_61_bar__plus_01_dot_34_bar__minus_02_dot_58)
  (pickupable Book_bar__plus_01_dot_07_bar__plus_01_dot_16_bar__minus_02_dot_63)
  (pickupable Book_bar__minus_01_dot_54_bar__plus_01_dot_49_bar__minus_02_dot_13)
  (pickupable Book_bar__plus_00_dot_16_bar__plus_00_dot_69_bar__minus_00_dot_32)
  (pickupable Bowl_bar__plus_00_dot_50_bar__plus_01_dot_24_bar__minus_02_dot_44)
  (pickupable Bowl_bar__plus_01_dot_53_bar__plus_00_dot_89_bar__minus_01_dot_68)
  (pickupable Bowl_bar__plus_00_dot_13_bar__plus_00_dot_50_bar__plus_00_dot_16)
  (pickupable Bread_bar__minus_01_dot_45_bar__plus_01_dot_58_bar__minus_02_dot_65)
  (pickupable Bread_bar__plus_00_dot_07_bar__plus_00_dot_50_bar__minus_00_dot_28)
  (pickupable ButterKnife_bar__plus_00_dot_79_bar__plus_00_dot_71_bar__minus_01_dot_87)
  (pickupable ButterKnife_bar__minus_01_dot_62_bar__plus_01_dot_53_bar__minus_01_dot_33)
  (pickupable CreditCard_bar__minus_01_dot_00_bar__plus_01_dot_54_bar__plus_00_dot_04)
  (pickupable CreditCard_bar__plus_01_dot_09_bar__plus_00_dot_96_bar__minus_02_dot_66)
  (pickupable Cup_bar__minus_01_dot_35_bar__plus_01_dot_19_bar__minus_01_dot_72)
  (pickupable DishSponge_bar__minus_01_dot_18_bar__plus_00_dot_34_bar__minus_00_dot_66)
  (pickupable DishSponge_bar__minus_00_dot_14_bar__plus_01_dot_06_bar__plus_00_dot_37)
  (pickupable DishSponge_bar__plus_00_dot_58_bar__plus_00_dot_35_bar__minus_02_dot_52)
  (pickupable Egg_bar__minus_00_dot_90_bar__plus_00_dot_46_bar__minus_02_dot_10)
  (pickupable Fork_bar__minus_02_dot_00_bar__plus_00_dot_64_bar__minus_01_dot_72)
  (pickupable Glassbottle_bar__minus_00_dot_07_bar__plus_01_dot_35_bar__plus_00_dot_00)
  (pickupable Kettle_bar__plus_00_dot_86_bar__plus_00_dot_91_bar__minus_02_dot_17)
  (pickupable Knife_bar__minus_01_dot_29_bar__plus_01_dot_14_bar__minus_02_dot_57)
  (pickupable Knife_bar__minus_01_dot_96_bar__plus_00_dot_83_bar__minus_01_dot_36)
  (pickupable Lettuce_bar__minus_01_dot_84_bar__plus_01_dot_15_bar__minus_01_dot_46)
  (pickupable Lettuce_bar__minus_00_dot_92_bar__plus_01_dot_61_bar__minus_02_dot_53)
  (pickupable Mug_bar__minus_00_dot_91_bar__plus_00_dot_94_bar__minus_02_dot_18)
  (pickupable Mug_bar__plus_01_dot_03_bar__plus_01_dot_70_bar__minus_02_dot_45)
  (pickupable Mug_bar__minus_01_dot_64_bar__plus_00_dot_13_bar__plus_01_dot_12)
  (pickupable Pan_bar__plus_00_dot_05_bar__plus_00_dot_62_bar__plus_00_dot_72)
  (pickupable Pan_bar__plus_00_dot_50_bar__plus_00_dot_33_bar__minus_02_dot_56)
  (pickupable PaperTowelRoll_bar__plus_00_dot_49_bar__plus_01_dot_73_bar__minus_02_dot_22)
  (pickupable PepperShaker_bar__plus_00_dot_74_bar__plus_01_dot_70_bar__minus_02_dot_60)
  (pickupable PepperShaker_bar__plus_00_dot_19_bar__plus_01_dot_70_bar__minus_00_dot_28)
  (pickupable Plate_bar__plus_00_dot_26_bar__plus_00_dot_34_bar__plus_00_dot_35)
  (pickupable Plate_bar__minus_00_dot_73_bar__plus_01_dot_52_bar__minus_02_dot_27)
  (pickupable Plate_bar__minus_01_dot_00_bar__plus_01_dot_29_bar__minus_02_dot_14)
  (pickupable Pot_bar__minus_00_dot_31_bar__plus_00_dot_95_bar__minus_02_dot_14)
  (pickupable Pot_bar__plus_00_dot_87_bar__plus_00_dot_74_bar__minus_02_dot_21)
  (pickupable Potato_bar__minus_01_dot_53_bar__plus_01_dot_51_bar__minus_02_dot_72)
  (pickupable SaltShaker_bar__plus_00_dot_00_bar__plus_00_dot_53_bar__plus_00_dot_26)
  (pickupable SaltShaker_bar__plus_01_dot_38_bar__plus_01_dot_55_bar__minus_01_dot_69)
  (pickupable SoapBottle_bar__plus_00_dot_60_bar__plus_00_dot_89_bar__minus_01_dot_84)
  (pickupable SoapBottle_bar__plus_00_dot_74_bar__plus_01_dot_18_bar__minus_02_dot_47)
  (pickupable SoapBottle_bar__plus_00_dot_76_bar__plus_00_dot_67_bar__minus_01_dot_83)
  (pickupable Spatula_bar__plus_00_dot_35_bar__plus_00_dot_62_bar__plus_00_dot_03)
  (pickupable Spoon_bar__plus_00_dot_22_bar__plus_00_dot_47_bar__minus_00_dot_33)
  (pickupable Statue_bar__plus_01_dot_51_bar__plus_01_dot_66_bar__minus_02_dot_06)
  (pickupable Tomato_bar__minus_01_dot_34_bar__plus_00_dot_40_bar__minus_02_dot_20)
  (pickupable Tomato_bar__minus_01_dot_31_bar__plus_01_dot_53_bar__plus_00_dot_69)
  (pickupable Vase_bar__minus_01_dot_59_bar__plus_00_dot_83_bar__minus_02_dot_31)
  (pickupable Vase_bar__minus_01_dot_91_bar__plus_00_dot_84_bar__plus_00_dot_48)
  (pickupable WineBottle_bar__minus_01_dot_30_bar__plus_01_dot_21_bar__plus_01_dot_02)
  (pickupable WineBottle_bar__minus_01_dot_54_bar__plus_00_dot_90_bar__minus_02_dot_07)
  (pickupable WineBottle_bar__minus_00_dot_86_bar__plus_01_dot_57_bar__minus_02_dot_40)
  (inReceptacle HousePlant_bar__plus_00_dot_68_bar__plus_01_dot_08_bar__minus_02_dot_45 CounterTop_bar__plus_00_dot_69_bar__plus_00_dot_95_bar__minus_02_dot_48)
  (inReceptacle Apple_bar__minus_01_dot_61_bar__plus_01_dot_34_bar__minus_02_dot_58 CounterTop_bar__minus_01_dot_87_bar__plus_00_dot_95_bar__minus_01_dot_21)
  (inReceptacle Book_bar__plus_01_dot_07_bar__plus_01_dot_16_bar__minus_02_dot_63 CounterTop_bar__plus_00_dot_69_bar__plus_00_dot_95_bar__minus_02_dot_48)
  (inReceptacle Book_bar__minus_01_dot_54_bar__plus_01_dot_49_bar__minus_02_dot_13 CounterTop_bar__minus_01_dot_87_bar__plus_00_dot_95_bar__minus_01_dot_21)
  (inReceptacle Book_bar__plus_00_dot_16_bar__plus_00_dot_69_bar__minus_00_dot_32 CounterTop_bar__minus_00_dot_08_bar__plus_01_dot_15_bar_00_dot_00)
  (inReceptacle Bowl_bar__plus_00_dot_50_bar__plus_01_dot_24_bar__minus_02_dot_44 CounterTop_bar__plus_00_dot_69_bar__plus_00_dot_95_bar__minus_02_dot_48)
  (inReceptacle Bowl_bar__plus_01_dot_53_bar__plus_00_dot_89_bar__minus_01_dot_68 Shelf_bar__plus_01_dot_80_bar__plus_00_dot_87_bar__minus_02_dot_56)
  (inReceptacle Bowl_bar__plus_00_dot_13_bar__plus_00_dot_50_bar__plus_00_dot_16 CounterTop_bar__minus_00_dot_08_bar__plus_01_dot_15_bar_00_dot_00)
  (inReceptacle Bread_bar__minus_01_dot_45_bar__plus_01_dot_58_bar__minus_02_dot_65 CounterTop_bar__minus_01_dot_87_bar__plus_00_dot_95_bar__minus_01_dot_21)
  (inReceptacle Bread_bar__plus_00_dot_07_bar__plus_00_dot_50_bar__minus_00_dot_28 CounterTop_bar__minus_00_dot_08_bar__plus_01_dot_15_bar_00_dot_00)
  (inReceptacle ButterKnife_bar__plus_00_dot_79_bar__plus_00_dot_71_bar__minus_01_dot_87 Drawer_bar__plus_00_dot_95_bar__plus_00_dot_71_bar__minus_02_dot_20)
  (inReceptacle ButterKnife_bar__minus_01_dot_62_bar__plus_01_dot_53_bar__minus_01_dot_33 Sink_bar__minus_01_dot_90_bar__plus_00_dot_97_bar__minus_01_dot_50_bar_SinkBasin)
  (inReceptacle CreditCard_bar__minus_01_dot_00_bar__plus_01_dot_54_bar__plus_00_dot_04 Drawer_bar__minus_01_dot_56_bar__plus_00_dot_84_bar__plus_00_dot_20)
  (inReceptacle CreditCard_bar__plus_01_dot_09_bar__plus_00_dot_96_bar__minus_02_dot_66 CounterTop_bar__plus_00_dot_69_bar__plus_00_dot_95_bar__minus_02_dot_48)
  (inReceptacle Cup_bar__minus_01_dot_35_bar__plus_01_dot_19_bar__minus_01_dot_72 Cabinet_bar__minus_01_dot_55_bar__plus_00_dot_50_bar__minus_01_dot_97)
  (inReceptacle DishSponge_bar__minus_01_dot_18_bar__plus_00_dot_34_bar__minus_00_dot_66 GarbageCan_bar__minus_01_dot_35_bar__plus_00_dot_27_bar__minus_00_dot_88)
  (inReceptacle DishSponge_bar__minus_00_dot_14_bar__plus_01_dot_06_bar__plus_00_dot_37 CounterTop_bar__minus_00_dot_08_bar__plus_01_dot_15_bar_00_dot_00)
  (inReceptacle DishSponge_bar__plus_00_dot_58_bar__plus_00_dot_35_bar__minus_02_dot_52 CounterTop_bar__plus_00_dot_69_bar__plus_00_dot_95_bar__minus_02_dot_48)
  (inReceptacle Egg_bar__minus_00_dot_90_bar__plus_00_dot_46_bar__minus_02_dot_10 CounterTop_bar__minus_01_dot_87_bar__plus_00_dot_95_bar__minus_01_dot_21)
  (inReceptacle Fork_bar__minus_02_dot_00_bar__plus_00_dot_64_bar__minus_01_dot_72 Sink_bar__minus_01_dot_90_bar__plus_00_dot_97_bar__minus_01_dot_50_bar_SinkBasin)
  (inReceptacle Glassbottle_bar__minus_00_dot_07_bar__plus_01_dot_35_bar__plus_00_dot_00 CounterTop_bar__minus_00_dot_08_bar__plus_01_dot_15_bar_00_dot_00)
  (inReceptacle Kettle_bar__plus_00_dot_86_bar__plus_00_dot_91_bar__minus_02_dot_17 CounterTop_bar__plus_00_dot_69_bar__plus_00_dot_95_bar__minus_02_dot_48)
  (inReceptacle Knife_bar__minus_01_dot_29_bar__plus_01_dot_14_bar__minus_02_dot_57 CounterTop_bar__minus_01_dot_87_bar__plus_00_dot_95_bar__minus_01_dot_21)
  (inReceptacle Knife_bar__minus_01_dot_96_bar__plus_00_dot_83_bar__minus_01_dot_36 Sink_bar__minus_01_dot_90_bar__plus_00_dot_97_bar__minus_01_dot_50_bar_SinkBasin)
  (inReceptacle Lettuce_bar__minus_01_dot_84_bar__plus_01_dot_15_bar__minus_01_dot_46 Sink_bar__minus_01_dot_90_bar__plus_00_dot_97_bar__minus_01_dot_50_bar_SinkBasin)
  (inReceptacle Lettuce_bar__minus_00_dot_92_bar__plus_01_dot_61_bar__minus_02_dot_53 CounterTop_bar__minus_01_dot_87_bar__plus_00_dot_95_bar__minus_01_dot_21)
  (inReceptacle Mug_bar__minus_00_dot_91_bar__plus_00_dot_94_bar__minus_02_dot_18 Cabinet_bar__minus_01_dot_18_bar__plus_00_dot_50_bar__minus_02_dot_20)
  (inReceptacle Mug_bar__plus_01_dot_03_bar__plus_01_dot_70_bar__minus_02_dot_45 Cabinet_bar__plus_00_dot_72_bar__plus_02_dot_02_bar__minus_02_dot_46)
  (inReceptacle Mug_bar__minus_01_dot_64_bar__plus_00_dot_13_bar__plus_01_dot_12 Fridge_bar__minus_02_dot_10_bar__plus_00_dot_00_bar__plus_01_dot_09)
  (inReceptacle Pan_bar__plus_00_dot_05_bar__plus_00_dot_62_bar__plus_00_dot_72 StoveBurner_bar__minus_00_dot_14_bar__plus_01_dot_09_bar__plus_00_dot_38)
  (inReceptacle Pan_bar__plus_00_dot_50_bar__plus_00_dot_33_bar__minus_02_dot_56 CounterTop_bar__plus_00_dot_69_bar__plus_00_dot_95_bar__minus_02_dot_48)
  (inReceptacle PaperTowelRoll_bar__plus_00_dot_49_bar__plus_01_dot_73_bar__minus_02_dot_22 CounterTop_bar__plus_00_dot_69_bar__plus_00_dot_95_bar__minus_02_dot_48)
  (inReceptacle PepperShaker_bar__plus_00_dot_74_bar__plus_01_dot_70_bar__minus_02_dot_60 CounterTop_bar__plus_00_dot_69_bar__plus_00_dot_95_bar__minus_02_dot_48)
  (inReceptacle PepperShaker_bar__plus_00_dot_19_bar__plus_01_dot_70_bar__minus_00_dot_28 CounterTop_bar__minus_00_dot_08_bar__plus_01_dot_15_bar_00_dot_00)
  (inReceptacle Plate_bar__plus_00_dot_26_bar__plus_00_dot_34_bar__plus_00_dot_35 CounterTop_bar__minus_00_dot_08_bar__plus_01_dot_15_bar_00_dot_00)
  (inReceptacle Plate_bar__minus_00_dot_73_bar__plus_01_dot_52_bar__minus_02_dot_27 Cabinet_bar__minus_00_dot_73_bar__plus_02_dot_02_bar__minus_02_dot_46)
  (inReceptacle Plate_bar__minus_01_dot_00_bar__plus_01_dot_29_bar__minus_02_dot_14 Cabinet_bar__minus_01_dot_69_bar__plus_02_dot_02_bar__minus_02_dot_46)
  (inReceptacle Pot_bar__minus_00_dot_31_bar__plus_00_dot_95_bar__minus_02_dot_14 Cabinet_bar__plus_00_dot_68_bar__plus_00_dot_50_bar__minus_02_dot_20)
  (inReceptacle Pot_bar__plus_00_dot_87_bar__plus_00_dot_74_bar__minus_02_dot_21 CounterTop_bar__plus_00_dot_69_bar__plus_00_dot_95_bar__minus_02_dot_48)
  (inReceptacle Potato_bar__minus_01_dot_53_bar__plus_01_dot_51_bar__minus_02_dot_72 CounterTop_bar__minus_01_dot_87_bar__plus_00_dot_95_bar__minus_01_dot_21)
  (inReceptacle SaltShaker_bar__plus_00_dot_00_bar__plus_00_dot_53_bar__plus_00_dot_26 CounterTop_bar__minus_00_dot_08_bar__plus_01_dot_15_bar_00_dot_00)
  (inReceptacle SaltShaker_bar__plus_01_dot_38_bar__plus_01_dot_55_bar__minus_01_dot_69 Drawer_bar__plus_00_dot_95_bar__plus_00_dot_22_bar__minus_02_dot_20)
  (inReceptacle SoapBottle_bar__plus_00_dot_60_bar__plus_00_dot_89_bar__minus_01_dot_84 Drawer_bar__plus_00_dot_95_bar__plus_00_dot_83_bar__minus_02_dot_20)
  (inReceptacle SoapBottle_bar__plus_00_dot_74_bar__plus_01_dot_18_bar__minus_02_dot_47 CounterTop_bar__plus_00_dot_69_bar__plus_00_dot_95_bar__minus_02_dot_48)
  (inReceptacle SoapBottle_bar__plus_00_dot_76_bar__plus_00_dot_67_bar__minus_01_dot_83 Drawer_bar__plus_00_dot_95_bar__plus_00_dot_71_bar__minus_02_dot_20)
  (inReceptacle Spatula_bar__plus_00_dot_35_bar__plus_00_dot_62_bar__plus_00_dot_03 CounterTop_bar__minus_00_dot_08_bar__plus_01_dot_15_bar_00_dot_00)
  (inReceptacle Spoon_bar__plus_00_dot_22_bar__plus_00_dot_47_bar__minus_00_dot_33 CounterTop_bar__minus_00_dot_08_bar__plus_01_dot_15_bar_00_dot_00)
  (inReceptacle Statue_bar__plus_01_dot_51_bar__plus_01_dot_66_bar__minus_02_dot_06 Shelf_bar__plus_01_dot_80_bar__plus_00_dot_54_bar__minus_02_dot_56)
  (inReceptacle Tomato_bar__minus_01_dot_34_bar__plus_00_dot_40_bar__minus_02_dot_20 CounterTop_bar__minus_01_dot_87_bar__plus_00_dot_95_bar__minus_01_dot_21)
  (inReceptacle Tomato_bar__minus_01_dot_31_bar__plus_01_dot_53_bar__plus_00_dot_69 Fridge_bar__minus_02_dot_10_bar__plus_00_dot_00_bar__plus_01_dot_09)
  (inReceptacle Vase_bar__minus_01_dot_59_bar__plus_00_dot_83_bar__minus_02_dot_31 CounterTop_bar__minus_01_dot_87_bar__plus_00_dot_95_bar__minus_01_dot_21)
  (inReceptacle Vase_bar__minus_01_dot_91_bar__plus_00_dot_84_bar__plus_00_dot_48 Cabinet_bar__minus_01_dot_55_bar__plus_00_dot_50_bar__plus_00_dot_38)
  (inReceptacle WineBottle_bar__minus_01_dot_30_bar__plus_01_dot_21_bar__plus_01_dot_02 Fridge_bar__minus_02_dot_10_bar__plus_00_dot_00_bar__plus_01_dot_09)
  (inReceptacle WineBottle_bar__minus_01_dot_54_bar__plus_00_dot_90_bar__minus_02_dot_07 CounterTop_bar__minus_01_dot_87_bar__plus_00_dot_95_bar__minus_01_dot_21)
  (inReceptacle WineBottle_bar__minus_00_dot_86_bar__plus_01_dot_57_bar__minus_02_dot_40 Cabinet_bar__minus_00_dot_73_bar__plus_02_dot_02_bar__minus_02_dot_46)
  (receptacleAtLocation Cabinet_bar__plus_00_dot_68_bar__plus_00_dot_50_bar__minus_02_dot_20 loc_bar_0_bar__minus_5_bar_2_bar_30)
  (receptacleAtLocation Cabinet_bar__plus_00_dot_68_bar__plus_02_dot_02_bar__minus_02_dot_46 loc_bar_2_bar__minus_7_bar_2_bar__minus_30)
  (receptacleAtLocation Cabinet_bar__plus_00_dot_72_bar__plus_02_dot_02_bar__minus_02_dot_46 loc_bar_4_bar__minus_7_bar_2_bar__minus_30)
  (receptacleAtLocation Cabinet_bar__minus_00_dot_73_bar__plus_02_dot_02_bar__minus_02_dot_46 loc_bar__minus_4_bar__minus_7_bar_2_bar__minus_30)
  (receptacleAtLocation Cabinet_bar__minus_01_dot_18_bar__plus_00_dot_50_bar__minus_02_dot_20 loc_bar__minus_5_bar__minus_5_bar_2_bar_30)
  (receptacleAtLocation Cabinet_bar__minus_01_dot_55_bar__plus_00_dot_50_bar__plus_00_dot_38 loc_bar__minus_4_bar_2_bar_3_bar_30)
  (receptacleAtLocation Cabinet_bar__minus_01_dot_55_bar__plus_00_dot_50_bar__minus_01_dot_97 loc_bar__minus_3_bar__minus_6_bar_3_bar_30)
  (receptacleAtLocation Cabinet_bar__minus_01_dot_69_bar__plus_02_dot_02_bar__minus_02_dot_46 loc_bar__minus_5_bar__minus_7_bar_2_bar__minus_30)
  (receptacleAtLocation CoffeeMachine_bar__plus_00_dot_44_bar__plus_00_dot_34_bar__plus_00_dot_32 loc_bar_3_bar_0_bar_3_bar_30)
  (receptacleAtLocation CounterTop_bar__plus_00_dot_69_bar__plus_00_dot_95_bar__minus_02_dot_48 loc_bar_3_bar__minus_7_bar_2_bar_30)
  (receptacleAtLocation CounterTop_bar__minus_00_dot_08_bar__plus_01_dot_15_bar_00_dot_00 loc_bar_3_bar_0_bar_3_bar_30)
  (receptacleAtLocation CounterTop_bar__minus_01_dot_87_bar__plus_00_dot_95_bar__minus_01_dot_21 loc_bar__minus_5_bar__minus_7_bar_2_bar_30)
  (receptacleAtLocation Drawer_bar__plus_00_dot_95_bar__plus_00_dot_22_bar__minus_02_dot_20 loc_bar_6_bar__minus_4_bar_2_bar_30)
  (receptacleAtLocation Drawer_bar__plus_00_dot_95_bar__plus_00_dot_39_bar__minus_02_dot_20 loc_bar_6_bar__minus_4_bar_2_bar_30)
  (receptacleAtLocation Drawer_bar__plus_00_dot_95_bar__plus_00_dot_56_bar__minus_02_dot_20 loc_bar_2_bar__minus_5_bar_2_bar_30)
  (receptacleAtLocation Drawer_bar__plus_00_dot_95_bar__plus_00_dot_71_bar__minus_02_dot_20 loc_bar_7_bar__minus_7_bar_3_bar_30)
  (receptacleAtLocation Drawer_bar__plus_00_dot_95_bar__plus_00_dot_83_bar__minus_02_dot_20 loc_bar_1_bar__minus_7_bar_1_bar_30)
  (receptacleAtLocation Drawer_bar__minus_01_dot_35_bar__plus_01_dot_49_bar__plus_00_dot_14 loc_bar__minus_4_bar_4_bar_2_bar_30)
  (receptacleAtLocation Drawer_bar__minus_01_dot_56_bar__plus_00_dot_33_bar__minus_00_dot_20 loc_bar__minus_4_bar_3_bar_2_bar_30)
  (receptacleAtLocation Drawer_bar__minus_01_dot_56_bar__plus_00_dot_84_bar__plus_00_dot_20 loc_bar__minus_4_bar_4_bar_2_bar_30)
  (receptacleAtLocation Drawer_bar__minus_01_dot_56_bar__plus_00_dot_84_bar__minus_00_dot_20 loc_bar__minus_4_bar__minus_4_bar_0_bar_30)
  (receptacleAtLocation Fridge_bar__minus_02_dot_10_bar__plus_00_dot_00_bar__plus_01_dot_09 loc_bar__minus_4_bar_4_bar_3_bar_0)
  (receptacleAtLocation GarbageCan_bar__minus_01_dot_35_bar__plus_00_dot_27_bar__minus_00_dot_88 loc_bar__minus_4_bar__minus_6_bar_0_bar_30)
  (receptacleAtLocation Microwave_bar__minus_00_dot_24_bar__plus_01_dot_69_bar__minus_02_dot_53 loc_bar__minus_1_bar__minus_7_bar_2_bar__minus_30)
  (receptacleAtLocation Shelf_bar__plus_01_dot_80_bar__plus_00_dot_54_bar__minus_02_dot_56 loc_bar_5_bar__minus_6_bar_2_bar_30)
  (receptacleAtLocation Shelf_bar__plus_01_dot_80_bar__plus_00_dot_87_bar__minus_02_dot_56 loc_bar_7_bar__minus_5_bar_2_bar_30)
  (receptacleAtLocation Sink_bar__minus_01_dot_90_bar__plus_00_dot_97_bar__minus_01_dot_50_bar_SinkBasin loc_bar__minus_5_bar__minus_6_bar_3_bar_30)
  (receptacleAtLocation StoveBurner_bar__minus_00_dot_14_bar__plus_01_dot_09_bar__plus_00_dot_38 loc_bar__minus_1_bar_5_bar_2_bar_60)
  (receptacleAtLocation StoveBurner_bar__minus_00_dot_25_bar__plus_00_dot_07_bar__plus_01_dot_76 loc_bar_1_bar_6_bar_3_bar_60)
  (receptacleAtLocation StoveBurner_bar__minus_00_dot_30_bar__plus_01_dot_13_bar__plus_01_dot_40 loc_bar_1_bar_6_bar_3_bar_45)
  (receptacleAtLocation StoveBurner_bar__minus_00_dot_45_bar__plus_01_dot_27_bar__plus_00_dot_43 loc_bar__minus_1_bar_5_bar_2_bar_45)
  (receptacleAtLocation Toaster_bar__plus_02_dot_05_bar__plus_00_dot_84_bar__plus_00_dot_52 loc_bar_6_bar_3_bar_1_bar_30)
  (objectAtLocation Chair_bar__plus_00_dot_48_bar__plus_00_dot_01_bar__minus_01_dot_37 loc_bar__minus_2_bar__minus_7_bar_1_bar_30)
  (objectAtLocation Chair_bar__plus_01_dot_19_bar__plus_01_dot_18_bar__minus_00_dot_06 loc_bar_5_bar_1_bar_2_bar_30)
  (objectAtLocation HousePlant_bar__plus_00_dot_68_bar__plus_01_dot_08_bar__minus_02_dot_45 loc_bar_3_bar__minus_7_bar_2_bar_30)
  (objectAtLocation LightSwitch_bar__minus_00_dot_09_bar__plus_01_dot_76_bar__plus_00_dot_72 loc_bar_0_bar_6_bar_2_bar_30)
  (objectAtLocation Sink_bar__minus_01_dot_90_bar__plus_00_dot_97_bar__minus_01_dot_50 loc_bar__minus_5_bar__minus_6_bar_3_bar_30)
  (objectAtLocation StoveKnob_bar__plus_01_dot_02_bar__plus_01_dot_38_bar__plus_00_dot_80 loc_bar_7_bar_2_bar_3_bar_30)
  (objectAtLocation StoveKnob_bar__minus_00_dot_45_bar__plus_01_dot_68_bar__plus_01_dot_12 loc_bar__minus_3_bar_6_bar_2_bar_30)
  (objectAtLocation StoveKnob_bar__plus_00_dot_32_bar__plus_01_dot_24_bar__plus_00_dot_74 loc_bar_5_bar_4_bar_3_bar_30)
  (objectAtLocation StoveKnob_bar__plus_00_dot_51_bar__plus_01_dot_76_bar__plus_01_dot_01 loc_bar_4_bar_4_bar_3_bar_30)
  (objectAtLocation Window_bar__plus_00_dot_30_bar__plus_01_dot_69_bar__minus_02_dot_03 loc_bar_3_bar__minus_7_bar_3_bar_30)
  (objectAtLocation Window_bar__plus_00_dot_62_bar__plus_01_dot_66_bar__minus_00_dot_90 loc_bar_2_bar__minus_6_bar_0_bar_30)
  (objectAtLocation Apple_bar__minus_01_dot_61_bar__plus_01_dot_34_bar__minus_02_dot_58 loc_bar__minus_5_bar__minus_7_bar_2_bar_30)
  (objectAtLocation Book_bar__plus_01_dot_07_bar__plus_01_dot_16_bar__minus_02_dot_63 loc_bar_3_bar__minus_7_bar_2_bar_30)
  (objectAtLocation Book_bar__minus_01_dot_54_bar__plus_01_dot_49_bar__minus_02_dot_13 loc_bar__minus_5_bar__minus_7_bar_2_bar_30)
  (objectAtLocation Book_bar__plus_00_dot_16_bar__plus_00_dot_69_bar__minus_00_dot_32 loc_bar_3_bar_0_bar_3_bar_30)
  (objectAtLocation Bowl_bar__plus_00_dot_50_bar__plus_01_dot_24_bar__minus_02_dot_44 loc_bar_3_bar__minus_7_bar_2_bar_30)
  (objectAtLocation Bowl_bar__plus_01_dot_53_bar__plus_00_dot_89_bar__minus_01_dot_68 loc_bar_7_bar__minus_5_bar_2_bar_30)
  (objectAtLocation Bowl_bar__plus_00_dot_13_bar__plus_00_dot_50_bar__plus_00_dot_16 loc_bar_3_bar_0_bar_3_bar_30)
  (objectAtLocation Bread_bar__minus_01_dot_45_bar__plus_01_dot_58_bar__minus_02_dot_65 loc_bar__minus_5_bar__minus_7_bar_2_bar_30)
  (objectAtLocation Bread_bar__plus_00_dot_07_bar__plus_00_dot_50_bar__minus_00_dot_28 loc_bar_3_bar_0_bar_3_bar_30)
  (objectAtLocation ButterKnife_bar__plus_00_dot_79_bar__plus_00_dot_71_bar__minus_01_dot_87 loc_bar_7_bar__minus_7_bar_3_bar_30)
  (objectAtLocation ButterKnife_bar__minus_01_dot_62_bar__plus_01_dot_53_bar__minus_01_dot_33 loc_bar__minus_5_bar__minus_6_bar_3_bar_30)
  (objectAtLocation CreditCard_bar__minus_01_dot_00_bar__plus_01_dot_54_bar__plus_00_dot_04 loc_bar__minus_4_bar_4_bar_2_bar_30)
  (objectAtLocation CreditCard_bar__plus_01_dot_09_bar__plus_00_dot_96_bar__minus_02_dot_66 loc_bar_3_bar__minus_7_bar_2_bar_30)
  (objectAtLocation Cup_bar__minus_01_dot_35_bar__plus_01_dot_19_bar__minus_01_dot_72 loc_bar__minus_3_bar__minus_6_bar_3_bar_30)
  (objectAtLocation DishSponge_bar__minus_01_dot_18_bar__plus_00_dot_34_bar__minus_00_dot_66 loc_bar__minus_4_bar__minus_6_bar_0_bar_30)
  (objectAtLocation DishSponge_bar__minus_00_dot_14_bar__plus_01_dot_06_bar__plus_00_dot_37 loc_bar_3_bar_0_bar_3_bar_30)
  (objectAtLocation DishSponge_bar__plus_00_dot_58_bar__plus_00_dot_35_bar__minus_02_dot_52 loc_bar_3_bar__minus_7_bar_2_bar_30)
  (objectAtLocation Egg_bar__minus_00_dot_90_bar__plus_00_dot_46_bar__minus_02_dot_10 loc_bar__minus_5_bar__minus_7_bar_2_bar_30)
  (objectAtLocation Fork_bar__minus_02_dot_00_bar__plus_00_dot_64_bar__minus_01_dot_72 loc_bar__minus_5_bar__minus_6_bar_3_bar_30)
  (objectAtLocation Glassbottle_bar__minus_00_dot_07_bar__plus_01_dot_35_bar__plus_00_dot_00 loc_bar_3_bar_0_bar_3_bar_30)
  (objectAtLocation Kettle_bar__plus_00_dot_86_bar__plus_00_dot_91_bar__minus_02_dot_17 loc_bar_3_bar__minus_7_bar_2_bar_30)
  (objectAtLocation Knife_bar__minus_01_dot_29_bar__plus_01_dot_14_bar__minus_02_dot_57 loc_bar__minus_5_bar__minus_7_bar_2_bar_30)
  (objectAtLocation Knife_bar__minus_01_dot_96_bar__plus_00_dot_83_bar__minus_01_dot_36 loc_bar__minus_5_bar__minus_6_bar_3_bar_30)
  (objectAtLocation Lettuce_bar__minus_01_dot_84_bar__plus_01_dot_15_bar__minus_01_dot_46 loc_bar__minus_5_bar__minus_6_bar_3_bar_30)
  (objectAtLocation Lettuce_bar__minus_00_dot_92_bar__plus_01_dot_61_bar__minus_02_dot_53 loc_bar__minus_5_bar__minus_7_bar_2_bar_30)
  (objectAtLocation Mug_bar__minus_00_dot_91_bar__plus_00_dot_94_bar__minus_02_dot_18 loc_bar__minus_5_bar__minus_5_bar_2_bar_30)
  (objectAtLocation Mug_bar__plus_01_dot_03_bar__plus_01_dot_70_bar__minus_02_dot_45 loc_bar_4_bar__minus_7_bar_2_bar__minus_30)
  (objectAtLocation Mug_bar__minus_01_dot_64_bar__plus_00_dot_13_bar__plus_01_dot_12 loc_bar__minus_4_bar_4_bar_3_bar_0)
  (objectAtLocation Pan_bar__plus_00_dot_05_bar__plus_00_dot_62_bar__plus_00_dot_72 loc_bar__minus_1_bar_5_bar_2_bar_60)
  (objectAtLocation Pan_bar__plus_00_dot_50_bar__plus_00_dot_33_bar__minus_02_dot_56 loc_bar_3_bar__minus_7_bar_2_bar_30)
  (objectAtLocation PaperTowelRoll_bar__plus_00_dot_49_bar__plus_01_dot_73_bar__minus_02_dot_22 loc_bar_3_bar__minus_7_bar_2_bar_30)
  (objectAtLocation PepperShaker_bar__plus_00_dot_74_bar__plus_01_dot_70_bar__minus_02_dot_60 loc_bar_3_bar__minus_7_bar_2_bar_30)
  (objectAtLocation PepperShaker_bar__plus_00_dot_19_bar__plus_01_dot_70_bar__minus_00_dot_28 loc_bar_3_bar_0_bar_3_bar_30)
  (objectAtLocation Plate_bar__plus_00_dot_26_bar__plus_00_dot_34_bar__plus_00_dot_35 loc_bar_3_bar_0_bar_3_bar_30)
  (objectAtLocation Plate_bar__minus_00_dot_73_bar__plus_01_dot_52_bar__minus_02_dot_27 loc_bar__minus_4_bar__minus_7_bar_2_bar__minus_30)
  (objectAtLocation Plate_bar__minus_01_dot_00_bar__plus_01_dot_29_bar__minus_02_dot_14 loc_bar__minus_5_bar__minus_7_bar_2_bar__minus_30)
  (objectAtLocation Pot_bar__minus_00_dot_31_bar__plus_00_dot_95_bar__minus_02_dot_14 loc_bar_0_bar__minus_5_bar_2_bar_30)
  (objectAtLocation Pot_bar__plus_00_dot_87_bar__plus_00_dot_74_bar__minus_02_dot_21 loc_bar_3_bar__minus_7_bar_2_bar_30)
  (objectAtLocation Potato_bar__minus_01_dot_53_bar__plus_01_dot_51_bar__minus_02_dot_72 loc_bar__minus_5_bar__minus_7_bar_2_bar_30)
  (objectAtLocation SaltShaker_bar__plus_00_dot_00_bar__plus_00_dot_53_bar__plus_00_dot_26 loc_bar_3_bar_0_bar_3_bar_30)
  (objectAtLocation SaltShaker_bar__plus_01_dot_38_bar__plus_01_dot_55_bar__minus_01_dot_69 loc_bar_6_bar__minus_4_bar_2_bar_30)
  (objectAtLocation SoapBottle_bar__plus_00_dot_60_bar__plus_00_dot_89_bar__minus_01_dot_84 loc_bar_1_bar__minus_7_bar_1_bar_30)
  (objectAtLocation SoapBottle_bar__plus_00_dot_74_bar__plus_01_dot_18_bar__minus_02_dot_47 loc_bar_3_bar__minus_7_bar_2_bar_30)
  (objectAtLocation SoapBottle_bar__plus_00_dot_76_bar__plus_00_dot_67_bar__minus_01_dot_83 loc_bar_7_bar__minus_7_bar_3_bar_30)
  (objectAtLocation Spatula_bar__plus_00_dot_35_bar__plus_00_dot_62_bar__plus_00_dot_03 loc_bar_3_bar_0_bar_3_bar_30)
  (objectAtLocation Spoon_bar__plus_00_dot_22_bar__plus_00_dot_47_bar__minus_00_dot_33 loc_bar_3_bar_0_bar_3_bar_30)
  (objectAtLocation Statue_bar__plus_01_dot_51_bar__plus_01_dot_66_bar__minus_02_dot_06 loc_bar_5_bar__minus_6_bar_2_bar_30)
  (objectAtLocation Tomato_bar__minus_01_dot_34_bar__plus_00_dot_40_bar__minus_02_dot_20 loc_bar__minus_5_bar__minus_7_bar_2_bar_30)
  (objectAtLocation Tomato_bar__minus_01_dot_31_bar__plus_01_dot_53_bar__plus_00_dot_69 loc_bar__minus_4_bar_4_bar_3_bar_0)
  (objectAtLocation Vase_bar__minus_01_dot_59_bar__plus_00_dot_83_bar__minus_02_dot_31 loc_bar__minus_5_bar__minus_7_bar_2_bar_30)
  (objectAtLocation Vase_bar__minus_01_dot_91_bar__plus_00_dot_84_bar__plus_00_dot_48 loc_bar__minus_4_bar_2_bar_3_bar_30)
  (objectAtLocation WineBottle_bar__minus_01_dot_30_bar__plus_01_dot_21_bar__plus_01_dot_02 loc_bar__minus_4_bar_4_bar_3_bar_0)
  (objectAtLocation WineBottle_bar__minus_01_dot_54_bar__plus_00_dot_90_bar__minus_02_dot_07 loc_bar__minus_5_bar__minus_7_bar_2_bar_30)
  (objectAtLocation WineBottle_bar__minus_00_dot_86_bar__plus_01_dot_57_bar__minus_02_dot_40 loc_bar__minus_4_bar__minus_7_bar_2_bar__minus_30)
  )

                (:goal
                    (and
                        (exists (?r - receptacle)
                            (exists (?o1 - object)
                                (and
                                    (objectType ?o1 BreadType)
                                    (receptacleType ?r GarbageCanType)
                                    (inReceptacle ?o1 ?r)
                                    (exists (?o2 - object)
                                        (and
                                            (not (= ?o1 ?o2))
                                            (objectType ?o2 BreadType)
                                            (receptacleType ?r GarbageCanType)
                                            (inReceptacle ?o2 ?r)
                                        )
                                    )
                                )
                            )
                        )
                    )
                )
            )
            