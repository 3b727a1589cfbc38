
(define (problem plan_trial_T22260101_000500_530103)
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
  LightSwitch_bar__minus_01_dot_32_bar__plus_01_dot_12_bar__plus_02_dot_86 - object
  Mirror_bar__plus_00_dot_19_bar__plus_01_dot_53_bar__plus_03_dot_04 - object
  ShowerDoor_bar__minus_02_dot_09_bar__plus_00_dot_30_bar__plus_02_dot_40 - object
  ShowerGlass_bar__minus_01_dot_44_bar__plus_00_dot_53_bar__plus_03_dot_12 - object
  Sink_bar__minus_00_dot_30_bar__plus_00_dot_80_bar__plus_02_dot_42 - object
  Sink_bar__minus_00_dot_30_bar__plus_00_dot_80_bar__plus_03_dot_26 - object
  Candle_bar__minus_00_dot_11_bar__plus_00_dot_52_bar__plus_02_dot_28 - object
  Cloth_bar__minus_01_dot_48_bar__plus_00_dot_96_bar__plus_02_dot_06 - object
  HandTowel_bar__minus_01_dot_99_bar__plus_00_dot_90_bar__plus_02_dot_08 - object
  Plunger_bar__minus_00_dot_84_bar__plus_00_dot_81_bar__plus_02_dot_79 - object
  ScrubBrush_bar__minus_00_dot_83_bar__plus_01_dot_53_bar__plus_02_dot_10 - object
  SoapBar_bar__minus_01_dot_86_bar__plus_01_dot_03_bar__plus_02_dot_15 - object
  SoapBar_bar__minus_00_dot_78_bar__plus_00_dot_00_bar__plus_02_dot_67 - object
  SoapBar_bar__minus_00_dot_43_bar__plus_01_dot_15_bar__plus_02_dot_27 - object
  SoapBottle_bar__minus_00_dot_35_bar__plus_01_dot_31_bar__plus_02_dot_43 - object
  SoapBottle_bar__minus_02_dot_27_bar__plus_01_dot_22_bar__plus_03_dot_54 - object
  SoapBottle_bar__minus_01_dot_01_bar__plus_01_dot_37_bar__plus_01_dot_82 - object
  SprayBottle_bar__minus_00_dot_99_bar__plus_00_dot_40_bar__plus_01_dot_71 - object
  ToiletPaper_bar__minus_00_dot_17_bar__plus_00_dot_18_bar__plus_02_dot_44 - object
  ToiletPaper_bar__minus_00_dot_34_bar__plus_01_dot_75_bar__plus_02_dot_57 - object
  ToiletPaper_bar__minus_00_dot_13_bar__plus_01_dot_14_bar__plus_02_dot_83 - object
  Towel_bar__minus_02_dot_26_bar__plus_01_dot_62_bar__plus_02_dot_69 - object
  Cabinet_bar__minus_00_dot_49_bar__plus_00_dot_41_bar__plus_02_dot_06 - receptacle
  Cabinet_bar__minus_00_dot_49_bar__plus_00_dot_41_bar__plus_02_dot_86 - receptacle
  Cabinet_bar__minus_00_dot_50_bar__plus_00_dot_38_bar__plus_02_dot_84 - receptacle
  Cabinet_bar__minus_00_dot_50_bar__plus_00_dot_38_bar__plus_03_dot_65 - receptacle
  Cabinet_bar__minus_00_dot_85_bar__plus_01_dot_35_bar__plus_01_dot_95 - receptacle
  Cabinet_bar__minus_01_dot_22_bar__plus_01_dot_45_bar__plus_02_dot_40 - receptacle
  Cabinet_bar__minus_01_dot_62_bar__plus_01_dot_64_bar__plus_01_dot_65 - receptacle
  CounterTop_bar__minus_00_dot_26_bar__plus_00_dot_93_bar__plus_02_dot_84 - receptacle
  GarbageCan_bar__minus_02_dot_09_bar__plus_01_dot_23_bar__plus_03_dot_45 - receptacle
  HandTowelHolder_bar__minus_00_dot_85_bar__plus_00_dot_68_bar__plus_02_dot_63 - receptacle
  HandTowelHolder_bar__minus_01_dot_32_bar__plus_01_dot_46_bar__plus_02_dot_93 - receptacle
  Sink_bar__minus_00_dot_30_bar__plus_00_dot_80_bar__plus_02_dot_42_bar_SinkBasin - receptacle
  Sink_bar__minus_00_dot_30_bar__plus_00_dot_80_bar__plus_03_dot_26_bar_SinkBasin - receptacle
  ToiletPaperHanger_bar__minus_02_dot_15_bar__plus_01_dot_64_bar__plus_03_dot_08 - receptacle
  Toilet_bar__minus_00_dot_54_bar__plus_00_dot_00_bar__plus_01_dot_49 - receptacle
  TowelHolder_bar__minus_02_dot_68_bar__plus_00_dot_38_bar__plus_02_dot_63 - receptacle
  loc_bar__minus_3_bar_10_bar_2_bar_30 - location
  loc_bar__minus_3_bar_11_bar_1_bar_30 - location
  loc_bar__minus_3_bar_14_bar_1_bar_30 - location
  loc_bar__minus_4_bar_10_bar_1_bar_30 - location
  loc_bar__minus_4_bar_11_bar_3_bar_30 - location
  loc_bar__minus_4_bar_12_bar_1_bar_30 - location
  loc_bar__minus_4_bar_9_bar_1_bar_30 - location
  loc_bar__minus_5_bar_10_bar_0_bar_30 - location
  loc_bar__minus_5_bar_11_bar_2_bar__minus_30 - location
  loc_bar__minus_5_bar_8_bar_3_bar_30 - location
  loc_bar__minus_6_bar_12_bar_1_bar_30 - location
  loc_bar__minus_6_bar_14_bar_2_bar_30 - location
  loc_bar__minus_6_bar_14_bar_3_bar_30 - location
  loc_bar__minus_6_bar_7_bar_1_bar_30 - location
  loc_bar__minus_6_bar_8_bar_1_bar_30 - location
  loc_bar__minus_6_bar_9_bar_1_bar_30 - location
  loc_bar__minus_7_bar_10_bar_2_bar__minus_30 - location
  loc_bar__minus_7_bar_11_bar_1_bar_30 - location
  loc_bar__minus_7_bar_12_bar_3_bar_30 - location
  loc_bar__minus_7_bar_13_bar_3_bar_30 - location
  )

(:init
  (receptacleType Cabinet_bar__minus_00_dot_49_bar__plus_00_dot_41_bar__plus_02_dot_06 CabinetType)
  (receptacleType Cabinet_bar__minus_00_dot_49_bar__plus_00_dot_41_bar__plus_02_dot_86 CabinetType)
  (receptacleType Cabinet_bar__minus_00_dot_50_bar__plus_00_dot_38_bar__plus_02_dot_84 CabinetType)
  (receptacleType Cabinet_bar__minus_00_dot_50_bar__plus_00_dot_38_bar__plus_03_dot_65 CabinetType)
  (receptacleType Cabinet_bar__minus_00_dot_85_bar__plus_01_dot_35_bar__plus_01_dot_95 CabinetType)
  (receptacleType Cabinet_bar__minus_01_dot_22_bar__plus_01_dot_45_bar__plus_02_dot_40 CabinetType)
  (receptacleType Cabinet_bar__minus_01_dot_62_bar__plus_01_dot_64_bar__plus_01_dot_65 CabinetType)
  (receptacleType CounterTop_bar__minus_00_dot_26_bar__plus_00_dot_93_bar__plus_02_dot_84 CounterTopType)
  (receptacleType GarbageCan_bar__minus_02_dot_09_bar__plus_01_dot_23_bar__plus_03_dot_45 GarbageCanType)
  (receptacleType HandTowelHolder_bar__minus_00_dot_85_bar__plus_00_dot_68_bar__plus_02_dot_63 HandTowelHolderType)
  (receptacleType HandTowelHolder_bar__minus_01_dot_32_bar__plus_01_dot_46_bar__plus_02_dot_93 HandTowelHolderType)
  (receptacleType Sink_bar__minus_00_dot_30_bar__plus_00_dot_80_bar__plus_02_dot_42_bar_SinkBasin SinkBasinType)
  (receptacleType Sink_bar__minus_00_dot_30_bar__plus_00_dot_80_bar__plus_03_dot_26_bar_SinkBasin SinkBasinType)
  (receptacleType ToiletPaperHanger_bar__minus_02_dot_15_bar__plus_01_dot_64_bar__plus_03_dot_08 ToiletPaperHangerType)
  (receptacleType Toilet_bar__minus_00_dot_54_bar__plus_00_dot_00_bar__plus_01_dot_49 ToiletType)
  (receptacleType TowelHolder_bar__minus_02_dot_68_bar__plus_00_dot_38_bar__plus_02_dot_63 TowelHolderType)
  (objectType LightSwitch_bar__minus_01_dot_32_bar__plus_01_dot_12_bar__plus_02_dot_86 LightSwitchType)
  (objectType Mirror_bar__plus_00_dot_19_bar__plus_01_dot_53_bar__plus_03_dot_04 MirrorType)
  (objectType ShowerDoor_bar__minus_02_dot_09_bar__plus_00_dot_30_bar__plus_02_dot_40 ShowerDoorType)
  (objectType ShowerGlass_bar__minus_01_dot_44_bar__plus_00_dot_53_bar__plus_03_dot_12 ShowerGlassType)
  (objectType Sink_bar__minus_00_dot_30_bar__plus_00_dot_80_bar__plus_02_dot_42 SinkType)
  (objectType Sink_bar__minus_00_dot_30_bar__plus_00_dot_80_bar__plus_03_dot_26 SinkType)
  (objectType Candle_bar__minus_00_dot_11_bar__plus_00_dot_52_bar__plus_02_dot_28 CandleType)
  (objectType Cloth_bar__minus_01_dot_48_bar__plus_00_dot_96_bar__plus_02_dot_06 ClothType)
  (objectType HandTowel_bar__minus_01_dot_99_bar__plus_00_dot_90_bar__plus_02_dot_08 HandTowelType)
  (objectType Plunger_bar__minus_00_dot_84_bar__plus_00_dot_81_bar__plus_02_dot_79 PlungerType)
  (objectType ScrubBrush_bar__minus_00_dot_83_bar__plus_01_dot_53_bar__plus_02_dot_10 ScrubBrushType)
  (objectType SoapBar_bar__minus_01_dot_86_bar__plus_01_dot_03_bar__plus_02_dot_15 SoapBarType)
  (objectType SoapBar_bar__minus_00_dot_78_bar__plus_00_dot_00_bar__plus_02_dot_67 SoapBarType)
  (objectType SoapBar_bar__minus_00_dot_43_bar__plus_01_dot_15_bar__plus_02_dot_27 SoapBarType)
  (objectType SoapBottle_bar__minus_00_dot_35_bar__plus_01_dot_31_bar__plus_02_dot_43 SoapBottleType)
  (objectType SoapBottle_bar__minus_02_dot_27_bar__plus_01_dot_22_bar__plus_03_dot_54 SoapBottleType)
  (objectType SoapBottle_bar__minus_01_dot_01_bar__plus_01_dot_37_bar__plus_01_dot_82 SoapBottleType)
  (objectType SprayBottle_bar__minus_00_dot_99_bar__plus_00_dot_40_bar__plus_01_dot_71 SprayBottleType)
  (objectType ToiletPaper_bar__minus_00_dot_17_bar__plus_00_dot_18_bar__plus_02_dot_44 ToiletPaperType)
  (objectType ToiletPaper_bar__minus_00_dot_34_bar__plus_01_dot_75_bar__plus_02_dot_57 ToiletPaperType)
  (objectType ToiletPaper_bar__minus_00_dot_13_bar__plus_01_dot_14_bar__plus_02_dot_83 ToiletPaperType)
  (objectType Towel_bar__minus_02_dot_26_bar__plus_01_dot_62_bar__plus_02_dot_69 TowelType)
  (canContain CabinetType CandleType)
  (canContain CabinetType ClothType)
  (canContain CabinetType HandTowelType)
  (canContain CabinetType PlungerType)
  (canContain CabinetType SoapBarType)
  (canContain CabinetType SoapBottleType)
  (canContain CabinetType SprayBottleType)
  (canContain CabinetType ToiletPaperType)
  (canContain CounterTopType CandleType)
  (canContain CounterTopType ClothType)
  (canContain CounterTopType HandTowelType)
  (canContain CounterTopType SoapBarType)
  (canContain CounterTopType SoapBottleType)
  (canContain CounterTopType SprayBottleType)
  (canContain CounterTopType ToiletPaperType)
  (canContain GarbageCanType ClothType)
  (canContain GarbageCanType HandTowelType)
  (canContain GarbageCanType SoapBarType)
  (canContain GarbageCanType SoapBottleType)
  (canContain GarbageCanType SprayBottleType)
  (canContain GarbageCanType ToiletPaperType)
  (canContain HandTowelHolderType HandTowelType)
  (canContain SinkBasinType ClothType)
  (canContain SinkBasinType HandTowelType)
  (canContain SinkBasinType SoapBarType)
  (canContain ToiletType CandleType)
  (canContain ToiletType ClothType)
  (canContain ToiletType HandTowelType)
  (canContain ToiletType SoapBarType)
  (canContain ToiletType SoapBottleType)
  (canContain ToiletType SprayBottleType)
  (canContain ToiletType ToiletPaperType)
  (canContain ToiletPaperHangerType ToiletPaperType)
  (canContain TowelHolderType TowelType)
  (openable Cabinet_bar__minus_00_dot_49_bar__plus_00_dot_41_bar__plus_02_dot_06)
  (openable Cabinet_bar__minus_00_dot_49_bar__plus_00_dot_41_bar__plus_02_dot_86)
  (openable Cabinet_bar__minus_00_dot_50_bar__plus_00_dot_38_bar__plus_02_dot_84)
  (openable Cabinet_bar__minus_00_dot_50_bar__plus_00_dot_38_bar__plus_03_dot_65)
  (atLocation agent1 loc_bar__minus_3_bar_14_bar_1_bar_30)
  (cleanable Cloth_bar__minus_01_dot_48_bar__plus_00_dot_96_bar__plus_02_dot_06)
  (cleanable SoapBar_bar__minus_01_dot_86_bar__plus_01_dot_03_bar__plus_02_dot_15)
  (cleanable SoapBar_bar__minus_00_dot_78_bar__plus_00_dot_00_bar__plus_02_dot_67)
  (cleanable SoapBar_bar__minus_00_dot_43_bar__plus_01_dot_15_bar__plus_02_dot_27)
  (pickupable Candle_bar__minus_00_dot_11_bar__plus_00_dot_52_bar__plus_02_dot_28)
  (pickupable Cloth_bar__minus_01_dot_48_bar__plus_00_dot_96_bar__plus_02_dot_06)
  (pickupable HandTowel_bar__minus_01_dot_99_bar__plus_00_dot_90_bar__plus_02_dot_08)
  (pickupable Plunger_bar__minus_00_dot_84_bar__plus_00_dot_81_bar__plus_02_dot_79)
  (pickupable ScrubBrush_bar__minus_00_dot_83_bar__plus_01_dot_53_bar__plus_02_dot_10)
  (pickupable SoapBar_bar__minus_01_dot_86_bar__plus_01_dot_03_bar__plus_02_dot_15)
  (pickupable SoapBar_bar__minus_00_dot_78_bar__plus_00_dot_00_bar__plus_02_dot_67)
  (pickupable SoapBar_bar__minus_00_dot_43_bar__plus_01_dot_15_bar__plus_02_dot_27)
  (pickupable SoapBottle_bar__minus_00_dot_35_bar__plus_01_dot_31_bar__plus_02_dot_43)
  (pickupable SoapBottle_bar__minus_02_dot_27_bar__plus_01_dot_22_bar__plus_03_dot_54)
  (pickupable SoapBottle_bar__minus_01_dot_01_bar__plus_01_dot_37_bar__plus_01_dot_82)
  (pickupable SprayBottle_bar__minus_00_dot_99_bar__plus_00_dot_40_bar__plus_01_dot_71)
  (pickupable ToiletPaper_bar__minus_00_dot_17_bar__plus_00_dot_18_bar__plus_02_dot_44)
  (pickupable ToiletPaper_bar__minus_00_dot_34_bar__plus_01_dot_75_bar__plus_02_dot_57)
  (pickupable ToiletPaper_bar__minus_00_dot_13_bar__plus_01_dot_14_bar__plus_02_dot_83)
  (pickupable Towel_bar__minus_02_dot_26_bar__plus_01_dot_62_bar__plus_02_dot_69)
  (inReceptacle Candle_bar__minus_00_dot_11_bar__plus_00_dot_52_bar__plus_02_dot_28 CounterTop_bar__minus_00_dot_26_bar__plus_00_dot_93_bar__plus_02_dot_84)
  (inReceptacle Cloth_bar__minus_01_dot_48_bar__plus_00_dot_96_bar__plus_02_dot_06 Cabinet_bar__minus_01_dot_22_bar__plus_01_dot_45_bar__plus_02_dot_40)
  (inReceptacle HandTowel_bar__minus_01_dot_99_bar__plus_00_dot_90_bar__plus_02_dot_08 Cabinet_bar__minus_01_dot_62_bar__plus_01_dot_64_bar__plus_01_dot_65)
  (inReceptacle Plunger_bar__minus_00_dot_84_bar__plus_00_dot_81_bar__plus_02_dot_79 Cabinet_bar__minus_00_dot_50_bar__plus_00_dot_38_bar__plus_03_dot_65)
  (inReceptacle ScrubBrush_bar__minus_00_dot_83_bar__plus_01_dot_53_bar__plus_02_dot_10 Toilet_bar__minus_00_dot_54_bar__plus_00_dot_00_bar__plus_01_dot_49)
  (inReceptacle SoapBar_bar__minus_01_dot_86_bar__plus_01_dot_03_bar__plus_02_dot_15 Cabinet_bar__minus_01_dot_62_bar__plus_01_dot_64_bar__plus_01_dot_65)
  (inReceptacle SoapBar_bar__minus_00_dot_78_bar__plus_00_dot_00_bar__plus_02_dot_67 Cabinet_bar__minus_00_dot_50_bar__plus_00_dot_38_bar__plus_03_dot_65)
  (inReceptacle SoapBar_bar__minus_00_dot_43_bar__plus_01_dot_15_bar__plus_02_dot_27 Sink_bar__minus_00_dot_30_bar__plus_00_dot_80_bar__plus_02_dot_42_bar_SinkBasin)
  (inReceptacle SoapBottle_bar__minus_00_dot_35_bar__plus_01_dot_31_bar__plus_02_dot_43 CounterTop_bar__minus_00_dot_26_bar__plus_00_dot_93_bar__plus_02_dot_84)
  (inReceptacle SoapBottle_bar__minus_02_dot_27_bar__plus_01_dot_22_bar__plus_03_dot_54 GarbageCan_bar__minus_02_dot_09_bar__plus_01_dot_23_bar__plus_03_dot_45)
  (inReceptacle SoapBottle_bar__minus_01_dot_01_bar__plus_01_dot_37_bar__plus_01_dot_82 Toilet_bar__minus_00_dot_54_bar__plus_00_dot_00_bar__plus_01_dot_49)
  (inReceptacle SprayBottle_bar__minus_00_dot_99_bar__plus_00_dot_40_bar__plus_01_dot_71 Toilet_bar__minus_00_dot_54_bar__plus_00_dot_00_bar__plus_01_dot_49)
  (inReceptacle ToiletPaper_bar__minus_00_dot_17_bar__plus_00_dot_18_bar__plus_02_dot_44 CounterTop_bar__minus_00_dot_26_bar__plus_00_dot_93_bar__plus_02_dot_84)
  (inReceptacle ToiletPaper_bar__minus_00_dot_34_bar__plus_01_dot_75_bar__plus_02_dot_57 CounterTop_bar__minus_00_dot_26_bar__plus_00_dot_93_bar__plus_02_dot_84)
  (inReceptacle ToiletPaper_bar__minus_00_dot_13_bar__plus_01_dot_14_bar__plus_02_dot_83 CounterTop_bar__minus_00_dot_26_bar__plus_00_dot_93_bar__plus_02_dot_84)
  (inReceptacle Towel_bar__minus_02_dot_26_bar__plus_01_dot_62_bar__plus_02_dot_69 TowelHolder_bar__minus_02_dot_68_bar__plus_00_dot_38_bar__plus_02_dot_63)
  (receptacleAtLocation Cabinet_bar__minus_00_dot_49_bar__plus_00_dot_41_bar__plus_02_dot_06 loc_bar__minus_6_bar_7_bar_1_bar_30)
  (receptacleAtLocation Cabinet_bar__minus_00_dot_49_bar__plus_00_dot_41_bar__plus_02_dot_86 loc_bar__minus_7_bar_11_bar_1_bar_30)
  (receptacleAtLocation Cabinet_bar__minus_00_dot_50_bar__plus_00_dot_38_bar__plus_02_dot_84 loc_bar__minus_6_bar_8_bar_1_bar_30)
  (receptacleAtLocation Cabinet_bar__minus_00_dot_50_bar__plus_00_dot_38_bar__plus_03_dot_65 loc_bar__minus_6_bar_12_bar_1_bar_30)
  (receptacleAtLocation Cabinet_bar__minus_00_dot_85_bar__plus_01_dot_35_bar__plus_01_dot_95 loc_bar__minus_6_bar_8_bar_1_bar_30)
  (receptacleAtLocation Cabinet_bar__minus_01_dot_22_bar__plus_01_dot_45_bar__plus_02_dot_40 loc_bar__minus_5_bar_11_bar_2_bar__minus_30)
  (receptacleAtLocation Cabinet_bar__minus_01_dot_62_bar__plus_01_dot_64_bar__plus_01_dot_65 loc_bar__minus_7_bar_10_bar_2_bar__minus_30)
  (receptacleAtLocation CounterTop_bar__minus_00_dot_26_bar__plus_00_dot_93_bar__plus_02_dot_84 loc_bar__minus_4_bar_10_bar_1_bar_30)
  (receptacleAtLocation GarbageCan_bar__minus_02_dot_09_bar__plus_01_dot_23_bar__plus_03_dot_45 loc_bar__minus_6_bar_14_bar_3_bar_30)
  (receptacleAtLocation HandTowelHolder_bar__minus_00_dot_85_bar__plus_00_dot_68_bar__plus_02_dot_63 loc_bar__minus_6_bar_9_bar_1_bar_30)
  (receptacleAtLocation HandTowelHolder_bar__minus_01_dot_32_bar__plus_01_dot_46_bar__plus_02_dot_93 loc_bar__minus_5_bar_10_bar_0_bar_30)
  (receptacleAtLocation Sink_bar__minus_00_dot_30_bar__plus_00_dot_80_bar__plus_02_dot_42_bar_SinkBasin loc_bar__minus_4_bar_9_bar_1_bar_30)
  (receptacleAtLocation Sink_bar__minus_00_dot_30_bar__plus_00_dot_80_bar__plus_03_dot_26_bar_SinkBasin loc_bar__minus_4_bar_12_bar_1_bar_30)
  (receptacleAtLocation ToiletPaperHanger_bar__minus_02_dot_15_bar__plus_01_dot_64_bar__plus_03_dot_08 loc_bar__minus_7_bar_13_bar_3_bar_30)
  (receptacleAtLocation Toilet_bar__minus_00_dot_54_bar__plus_00_dot_00_bar__plus_01_dot_49 loc_bar__minus_3_bar_10_bar_2_bar_30)
  (receptacleAtLocation TowelHolder_bar__minus_02_dot_68_bar__plus_00_dot_38_bar__plus_02_dot_63 loc_bar__minus_7_bar_12_bar_3_bar_30)
  (objectAtLocation LightSwitch_bar__minus_01_dot_32_bar__plus_01_dot_12_bar__plus_02_dot_86 loc_bar__minus_4_bar_11_bar_3_bar_30)
  (objectAtLocation Mirror_bar__plus_00_dot_19_bar__plus_01_dot_53_bar__plus_03_dot_04 loc_bar__minus_3_bar_11_bar_1_bar_30)
  (objectAtLocation ShowerDoor_bar__minus_02_dot_09_bar__plus_00_dot_30_bar__plus_02_dot_40 loc_bar__minus_5_bar_8_bar_3_bar_30)
  (objectAtLocation ShowerGlass_bar__minus_01_dot_44_bar__plus_00_dot_53_bar__plus_03_dot_12 loc_bar__minus_6_bar_14_bar_2_bar_30)
  (objectAtLocation Sink_bar__minus_00_dot_30_bar__plus_00_dot_80_bar__plus_02_dot_42 loc_bar__minus_4_bar_9_bar_1_bar_30)
  (objectAtLocation Sink_bar__minus_00_dot_30_bar__plus_00_dot_80_bar__plus_03_dot_26 loc_bar__minus_4_bar_12_bar_1_bar_30)
  (objectAtLocation Candle_bar__minus_00_dot_11_bar__plus_00_dot_52_bar__plus_02_dot_28 loc_bar__minus_4_bar_10_bar_1_bar_30)
  (objectAtLocation Cloth_bar__minus_01_dot_48_bar__plus_00_dot_96_bar__plus_02_dot_06 loc_bar__minus_5_bar_11_bar_2_bar__minus_30)
  (objectAtLocation HandTowel_bar__minus_01_dot_99_bar__plus_00_dot_90_bar__plus_02_dot_08 loc_bar__minus_7_bar_10_bar_2_bar__minus_30)
  (objectAtLocation Plunger_bar__minus_00_dot_84_bar__plus_00_dot_81_bar__plus_02_dot_79 loc_bar__minus_6_bar_12_bar_1_bar_30)
  (objectAtLocation ScrubBrush_bar__minus_00_dot_83_bar__plus_01_dot_53_bar__plus_02_dot_10 loc_bar__minus_3_bar_10_bar_2_bar_30)
  (objectAtLocation SoapBar_bar__minus_01_dot_86_bar__plus_01_dot_03_bar__plus_02_dot_15 loc_bar__minus_7_bar_10_bar_2_bar__minus_30)
  (objectAtLocation SoapBar_bar__minus_00_dot_78_bar__plus_00_dot_00_bar__plus_02_dot_67 loc_bar__minus_6_bar_12_bar_1_bar_30)
  (objectAtLocation SoapBar_bar__minus_00_dot_43_bar__plus_01_dot_15_bar__plus_02_dot_27 loc_bar__minus_4_bar_9_bar_1_bar_30)
  (objectAtLocation SoapBottle_bar__minus_00_dot_35_bar__plus_01_dot_31_bar__plus_02_dot_43 loc_bar__minus_4_bar_10_bar_1_bar_30)
  (objectAtLocation SoapBottle_bar__minus_02_dot_27_bar__plus_01_dot_22_bar__plus_03_dot_54 loc_bar__minus_6_bar_14_bar_3_bar_30)
  (objectAtLocation SoapBottle_bar__minus_01_dot_01_bar__plus_01_dot_37_bar__plus_01_dot_82 loc_bar__minus_3_bar_10_bar_2_bar_30)
  (objectAtLocation SprayBottle_bar__minus_00_dot_99_bar__plus_00_dot_40_bar__plus_01_dot_71 loc_bar__minus_3_bar_10_bar_2_bar_30)
  (objectAtLocation ToiletPaper_bar__minus_00_dot_17_bar__plus_00_dot_18_bar__plus_02_dot_44 loc_bar__minus_4_bar_10_bar_1_bar_30)
  (objectAtLocation ToiletPaper_bar__minus_00_dot_34_bar__plus_01_dot_75_bar__plus_02_dot_57 loc_bar__minus_4_bar_10_bar_1_bar_30)
  (objectAtLocation ToiletPaper_bar__minus_00_dot_13_bar__plus_01_dot_14_bar__plus_02_dot_83 loc_bar__minus_4_bar_10_bar_1_bar_30)
  (objectAtLocation Towel_bar__minus_02_dot_26_bar__plus_01_dot_62_bar__plus_02_dot_69 loc_bar__minus_7_bar_12_bar_3_bar_30)
  )

                (:goal
                    (and
                        (exists (?r - receptacle)
                            (exists (?o1 - object)
                                (and
                                    (objectType ?o1 SoapBottleType)
                                    (receptacleType ?r CabinetType)
                                    (inReceptacle ?o1 ?r)
                                    (exists (?o2 - object)
                                        (and
                                            (not (= ?o1 ?o2))
                                            (objectType ?o2 SoapBottleType)
                                            (receptacleType ?r CabinetType)
                                            (inReceptacle ?o2 ?r)
                                        )
                                    )
                                )
                            )
                        )
                    )
                )
            )
            