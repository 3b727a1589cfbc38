
(define (problem plan_trial_T20260101_000000_899558)
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
  Blinds_bar__minus_00_dot_62_bar__plus_00_dot_10_bar__plus_00_dot_31 - object
  Chair_bar__plus_00_dot_96_bar__plus_01_dot_73_bar__minus_00_dot_67 - object
  Chair_bar__plus_00_dot_03_bar__plus_00_dot_80_bar__plus_00_dot_45 - object
  DeskLamp_bar__minus_01_dot_40_bar__plus_01_dot_75_bar__minus_00_dot_57 - object
  LightSwitch_bar__plus_01_dot_19_bar__plus_01_dot_64_bar__plus_00_dot_87 - object
  Mirror_bar__minus_00_dot_28_bar__plus_01_dot_50_bar__minus_02_dot_08 - object
  Poster_bar__plus_01_dot_37_bar__plus_00_dot_74_bar__minus_01_dot_47 - object
  Window_bar__plus_01_dot_70_bar__plus_00_dot_89_bar__plus_00_dot_43 - object
  Window_bar__plus_01_dot_13_bar__plus_00_dot_39_bar__minus_02_dot_35 - object
  AlarmClock_bar__minus_01_dot_37_bar__plus_00_dot_77_bar__minus_00_dot_15 - object
  AlarmClock_bar__plus_01_dot_53_bar__plus_01_dot_12_bar__minus_01_dot_58 - object
  AlarmClock_bar__minus_01_dot_49_bar__plus_00_dot_13_bar__minus_00_dot_81 - object
  BaseballBat_bar__minus_01_dot_27_bar__plus_00_dot_66_bar__minus_01_dot_40 - object
  Book_bar__plus_02_dot_13_bar__plus_00_dot_60_bar__minus_02_dot_37 - object
  Box_bar__plus_00_dot_28_bar__plus_00_dot_24_bar__minus_02_dot_88 - object
  Box_bar__minus_01_dot_52_bar__plus_00_dot_77_bar__minus_01_dot_02 - object
  CD_bar__minus_01_dot_48_bar__plus_00_dot_68_bar__minus_00_dot_37 - object
  CD_bar__minus_01_dot_62_bar__plus_01_dot_76_bar__minus_00_dot_90 - object
  CellPhone_bar__minus_01_dot_46_bar__plus_00_dot_28_bar__minus_00_dot_58 - object
  CellPhone_bar__minus_01_dot_51_bar__plus_00_dot_22_bar__minus_00_dot_54 - object
  Cloth_bar__minus_01_dot_06_bar__plus_01_dot_01_bar__minus_00_dot_86 - object
  CreditCard_bar__plus_01_dot_92_bar__plus_00_dot_49_bar__minus_02_dot_14 - object
  CreditCard_bar__plus_00_dot_83_bar__plus_00_dot_32_bar__minus_02_dot_86 - object
  CreditCard_bar__plus_00_dot_67_bar__plus_01_dot_78_bar__minus_02_dot_67 - object
  KeyChain_bar__plus_01_dot_06_bar__plus_00_dot_89_bar__minus_02_dot_34 - object
  Laptop_bar__minus_01_dot_72_bar__plus_01_dot_67_bar__minus_00_dot_60 - object
  Mug_bar__plus_02_dot_07_bar__plus_01_dot_39_bar__minus_02_dot_22 - object
  Pen_bar__minus_01_dot_15_bar__plus_01_dot_35_bar__minus_00_dot_24 - object
  Pen_bar__plus_01_dot_68_bar__plus_01_dot_48_bar__minus_01_dot_90 - object
  Pencil_bar__minus_01_dot_08_bar__plus_00_dot_57_bar__minus_00_dot_40 - object
  Pillow_bar__minus_00_dot_79_bar__plus_01_dot_26_bar__minus_00_dot_81 - object
  TennisRacket_bar__minus_01_dot_39_bar__plus_01_dot_48_bar__minus_00_dot_65 - object
  Vase_bar__plus_00_dot_89_bar__plus_00_dot_42_bar__minus_01_dot_78 - object
  Vase_bar__plus_01_dot_31_bar__plus_01_dot_01_bar__minus_01_dot_66 - object
  Vase_bar__plus_02_dot_10_bar__plus_00_dot_96_bar__minus_02_dot_26 - object
  Bed_bar__minus_01_dot_05_bar__plus_00_dot_00_bar__minus_01_dot_85 - receptacle
  Desk_bar__minus_01_dot_71_bar__plus_00_dot_00_bar__minus_00_dot_37 - receptacle
  Drawer_bar__minus_01_dot_62_bar__plus_01_dot_50_bar__minus_00_dot_86 - receptacle
  Drawer_bar__minus_01_dot_79_bar__plus_00_dot_10_bar__minus_01_dot_15 - receptacle
  Drawer_bar__minus_01_dot_79_bar__plus_00_dot_25_bar__minus_01_dot_15 - receptacle
  Drawer_bar__minus_01_dot_79_bar__plus_00_dot_39_bar__minus_01_dot_15 - receptacle
  Dresser_bar__plus_00_dot_44_bar__plus_00_dot_04_bar__minus_02_dot_65 - receptacle
  GarbageCan_bar__minus_01_dot_50_bar__plus_01_dot_08_bar__minus_00_dot_11 - receptacle
  Shelf_bar__plus_01_dot_31_bar__plus_00_dot_05_bar__minus_02_dot_30 - receptacle
  Shelf_bar__plus_01_dot_31_bar__plus_00_dot_35_bar__minus_02_dot_30 - receptacle
  Shelf_bar__plus_01_dot_31_bar__plus_00_dot_97_bar__minus_02_dot_30 - receptacle
  Shelf_bar__plus_01_dot_31_bar__plus_01_dot_17_bar__minus_02_dot_30 - receptacle
  Shelf_bar__plus_01_dot_31_bar__plus_01_dot_57_bar__minus_02_dot_30 - receptacle
  Shelf_bar__plus_01_dot_84_bar__plus_00_dot_05_bar__minus_02_dot_30 - receptacle
  Shelf_bar__plus_01_dot_84_bar__plus_00_dot_35_bar__minus_02_dot_30 - receptacle
  Shelf_bar__plus_01_dot_84_bar__plus_00_dot_97_bar__minus_02_dot_30 - receptacle
  Shelf_bar__plus_01_dot_84_bar__plus_01_dot_17_bar__minus_02_dot_30 - receptacle
  Shelf_bar__plus_01_dot_84_bar__plus_01_dot_57_bar__minus_02_dot_30 - receptacle
  SideTable_bar__minus_01_dot_82_bar__plus_00_dot_00_bar__minus_01_dot_14 - receptacle
  loc_bar__minus_1_bar__minus_1_bar_0_bar_30 - location
  loc_bar__minus_2_bar__minus_2_bar_3_bar_30 - location
  loc_bar__minus_3_bar__minus_2_bar_3_bar_30 - location
  loc_bar__minus_3_bar__minus_3_bar_3_bar_30 - location
  loc_bar__minus_3_bar_0_bar_3_bar_30 - location
  loc_bar__minus_4_bar__minus_2_bar_0_bar_30 - location
  loc_bar__minus_4_bar__minus_2_bar_2_bar_30 - location
  loc_bar__minus_4_bar__minus_3_bar_3_bar_30 - location
  loc_bar_0_bar__minus_3_bar_1_bar_30 - location
  loc_bar_1_bar__minus_7_bar_3_bar_30 - location
  loc_bar_2_bar__minus_2_bar_2_bar_30 - location
  loc_bar_2_bar__minus_8_bar_2_bar_30 - location
  loc_bar_3_bar__minus_5_bar_2_bar_30 - location
  loc_bar_4_bar__minus_7_bar_1_bar_30 - location
  loc_bar_5_bar__minus_5_bar_2_bar_30 - location
  loc_bar_5_bar__minus_7_bar_2_bar__minus_30 - location
  loc_bar_5_bar__minus_7_bar_2_bar_30 - location
  loc_bar_5_bar_0_bar_0_bar_30 - location
  loc_bar_6_bar__minus_1_bar_0_bar_30 - location
  loc_bar_6_bar__minus_6_bar_2_bar_30 - location
  loc_bar_6_bar__minus_7_bar_2_bar_30 - location
  loc_bar_7_bar__minus_6_bar_2_bar_30 - location
  loc_bar_7_bar__minus_7_bar_2_bar__minus_30 - location
  loc_bar_7_bar__minus_7_bar_2_bar_30 - location
  )

(:init
  (receptacleType Bed_bar__minus_01_dot_05_bar__plus_00_dot_00_bar__minus_01_dot_85 BedType)
  (receptacleType Desk_bar__minus_01_dot_71_bar__plus_00_dot_00_bar__minus_00_dot_37 DeskType)
  (receptacleType Drawer_bar__minus_01_dot_62_bar__plus_01_dot_50_bar__minus_00_dot_86 DrawerType)
  (receptacleType Drawer_bar__minus_01_dot_79_bar__plus_00_dot_10_bar__minus_01_dot_15 DrawerType)
  (receptacleType Drawer_bar__minus_01_dot_79_bar__plus_00_dot_25_bar__minus_01_dot_15 DrawerType)
  (receptacleType Drawer_bar__minus_01_dot_79_bar__plus_00_dot_39_bar__minus_01_dot_15 DrawerType)
  (receptacleType Dresser_bar__plus_00_dot_44_bar__plus_00_dot_04_bar__minus_02_dot_65 DresserType)
  (receptacleType GarbageCan_bar__minus_01_dot_50_bar__plus_01_dot_08_bar__minus_00_dot_11 GarbageCanType)
  (receptacleType Shelf_bar__plus_01_dot_31_bar__plus_00_dot_05_bar__minus_02_dot_30 ShelfType)
  (receptacleType Shelf_bar__plus_01_dot_31_bar__plus_00_dot_35_bar__minus_02_dot_30 ShelfType)
  (receptacleType Shelf_bar__plus_01_dot_31_bar__plus_00_dot_97_bar__minus_02_dot_30 ShelfType)
  (receptacleType Shelf_bar__plus_01_dot_31_bar__plus_01_dot_17_bar__minus_02_dot_30 ShelfType)
  (receptacleType Shelf_bar__plus_01_dot_31_bar__plus_01_dot_57_bar__minus_02_dot_30 ShelfType)
  (receptacleType Shelf_bar__plus_01_dot_84_bar__plus_00_dot_05_bar__minus_02_dot_30 ShelfType)
  (receptacleType Shelf_bar__plus_01_dot_84_bar__plus_00_dot_35_bar__minus_02_dot_30 ShelfType)
  (receptacleType Shelf_bar__plus_01_dot_84_bar__plus_00_dot_97_bar__minus_02_dot_30 ShelfType)
  (receptacleType Shelf_bar__plus_01_dot_84_bar__plus_01_dot_17_bar__minus_02_dot_30 ShelfType)
  (receptacleType Shelf_bar__plus_01_dot_84_bar__plus_01_dot_57_bar__minus_02_dot_30 ShelfType)
  (receptacleType SideTable_bar__minus_01_dot_82_bar__plus_00_dot_00_bar__minus_01_dot_14 SideTableType)
  (objectType Blinds_bar__minus_00_dot_62_bar__plus_00_dot_10_bar__plus_00_dot_31 BlindsType)
  (objectType Chair_bar__plus_00_dot_96_bar__plus_01_dot_73_bar__minus_00_dot_67 ChairType)
  (objectType Chair_bar__plus_00_dot_03_bar__plus_00_dot_80_bar__plus_00_dot_45 ChairType)
  (objectType DeskLamp_bar__minus_01_dot_40_bar__plus_01_dot_75_bar__minus_00_dot_57 DeskLampType)
  (objectType LightSwitch_bar__plus_01_dot_19_bar__plus_01_dot_64_bar__plus_00_dot_87 LightSwitchType)
  (objectType Mirror_bar__minus_00_dot_28_bar__plus_01_dot_50_bar__minus_02_dot_08 MirrorType)
  (objectType Poster_bar__plus_01_dot_37_bar__plus_00_dot_74_bar__minus_01_dot_47 PosterType)
  (objectType Window_bar__plus_01_dot_70_bar__plus_00_dot_89_bar__plus_00_dot_43 WindowType)
  (objectType Window_bar__plus_01_dot_13_bar__plus_00_dot_39_bar__minus_02_dot_35 WindowType)
  (objectType AlarmClock_bar__minus_01_dot_37_bar__plus_00_dot_77_bar__minus_00_dot_15 AlarmClockType)
  (objectType AlarmClock_bar__plus_01_dot_53_bar__plus_01_dot_12_bar__minus_01_dot_58 AlarmClockType)
  (objectType AlarmClock_bar__minus_01_dot_49_bar__plus_00_dot_13_bar__minus_00_dot_81 AlarmClockType)
  (objectType BaseballBat_bar__minus_01_dot_27_bar__plus_00_dot_66_bar__minus_01_dot_40 BaseballBatType)
  (objectType Book_bar__plus_02_dot_13_bar__plus_00_dot_60_bar__minus_02_dot_37 BookType)
  (objectType Box_bar__plus_00_dot_28_bar__plus_00_dot_24_bar__minus_02_dot_88 BoxType)
  (objectType Box_bar__minus_01_dot_52_bar__plus_00_dot_77_bar__minus_01_dot_02 BoxType)
  (objectType CD_bar__minus_01_dot_48_bar__plus_00_dot_68_bar__minus_00_dot_37 CDType)
  (objectType CD_bar__minus_01_dot_62_bar__plus_01_dot_76_bar__minus_00_dot_90 CDType)
  (objectType CellPhone_bar__minus_01_dot_46_bar__plus_00_dot_28_bar__minus_00_dot_58 CellPhoneType)
  (objectType CellPhone_bar__minus_01_dot_51_bar__plus_00_dot_22_bar__minus_00_dot_54 CellPhoneType)
  (objectType Cloth_bar__minus_01_dot_06_bar__plus_01_dot_01_bar__minus_00_dot_86 ClothType)
  (objectType CreditCard_bar__plus_01_dot_92_bar__plus_00_dot_49_bar__minus_02_dot_14 CreditCardType)
  (objectType CreditCard_bar__plus_00_dot_83_bar__plus_00_dot_32_bar__minus_02_dot_86 CreditCardType)
  (objectType CreditCard_bar__plus_00_dot_67_bar__plus_01_dot_78_bar__minus_02_dot_67 CreditCardType)
  (objectType KeyChain_bar__plus_01_dot_06_bar__plus_00_dot_89_bar__minus_02_dot_34 KeyChainType)
  (objectType Laptop_bar__minus_01_dot_72_bar__plus_01_dot_67_bar__minus_00_dot_60 LaptopType)
  (objectType Mug_bar__plus_02_dot_07_bar__plus_01_dot_39_bar__minus_02_dot_22 MugType)
  (objectType Pen_bar__minus_01_dot_15_bar__plus_01_dot_35_bar__minus_00_dot_24 PenType)
  (objectType Pen_bar__plus_01_dot_68_bar__plus_01_dot_48_bar__minus_01_dot_90 PenType)
  (objectType Pencil_bar__minus_01_dot_08_bar__plus_00_dot_57_bar__minus_00_dot_40 PencilType)
  (objectType Pillow_bar__minus_00_dot_79_bar__plus_01_dot_26_bar__minus_00_dot_81 PillowType)
  (objectType TennisRacket_bar__minus_01_dot_39_bar__plus_01_dot_48_bar__minus_00_dot_65 TennisRacketType)
  (objectType Vase_bar__plus_00_dot_89_bar__plus_00_dot_42_bar__minus_01_dot_78 VaseType)
  (objectType Vase_bar__plus_01_dot_31_bar__plus_01_dot_01_bar__minus_01_dot_66 VaseType)
  (objectType Vase_bar__plus_02_dot_10_bar__plus_00_dot_96_bar__minus_02_dot_26 VaseType)
  (canContain BedType BaseballBatType)
  (canContain BedType BookType)
  (canContain BedType CellPhoneType)
  (canContain BedType LaptopType)
  (canContain BedType PillowType)
  (canContain BedType TennisRacketType)
  (canContain DeskType AlarmClockType)
  (canContain DeskType BookType)
  (canContain DeskType BoxType)
  (canContain DeskType CDType)
  (canContain DeskType CellPhoneType)
  (canContain DeskType ClothType)
  (canContain DeskType CreditCardType)
  (canContain DeskType KeyChainType)
  (canContain DeskType LaptopType)
  (canContain DeskType MugType)
  (canContain DeskType PenType)
  (canContain DeskType PencilType)
  (canContain DeskType TennisRacketType)
  (canContain DeskType VaseType)
  (canContain DrawerType BookType)
  (canContain DrawerType CDType)
  (canContain DrawerType CellPhoneType)
  (canContain DrawerType ClothType)
  (canContain DrawerType CreditCardType)
  (canContain DrawerType KeyChainType)
  (canContain DrawerType PenType)
  (canContain DrawerType PencilType)
  (canContain DresserType AlarmClockType)
  (canContain DresserType BookType)
  (canContain DresserType BoxType)
  (canContain DresserType CDType)
  (canContain DresserType CellPhoneType)
  (canContain DresserType ClothType)
  (canContain DresserType CreditCardType)
  (canContain DresserType KeyChainType)
  (canContain DresserType LaptopType)
  (canContain DresserType MugType)
  (canContain DresserType PenType)
  (canContain DresserType PencilType)
  (canContain DresserType TennisRacketType)
  (canContain DresserType VaseType)
  (canContain GarbageCanType CDType)
  (canContain GarbageCanType ClothType)
  (canContain GarbageCanType PenType)
  (canContain GarbageCanType PencilType)
  (canContain ShelfType AlarmClockType)
  (canContain ShelfType BookType)
  (canContain ShelfType BoxType)
  (canContain ShelfType CDType)
  (canContain ShelfType CellPhoneType)
  (canContain ShelfType ClothType)
  (canContain ShelfType CreditCardType)
  (canContain ShelfType KeyChainType)
  (canContain ShelfType MugType)
  (canContain ShelfType PenType)
  (canContain ShelfType PencilType)
  (canContain ShelfType VaseType)
  (canContain SideTableType AlarmClockType)
  (canContain SideTableType BaseballBatType)
  (canContain SideTableType BookType)
  (canContain SideTableType BoxType)
  (canContain SideTableType CDType)
  (canContain SideTableType CellPhoneType)
  (canContain SideTableType ClothType)
  (canContain SideTableType CreditCardType)
  (canContain SideTableType KeyChainType)
  (canContain SideTableType LaptopType)
  (canContain SideTableType MugType)
  (canContain SideTableType PenType)
  (canContain SideTableType PencilType)
  (canContain SideTableType TennisRacketType)
  (canContain SideTableType VaseType)
  (isReceptacleObject Box_bar__plus_00_dot_28_bar__plus_00_dot_24_bar__minus_02_dot_88)
  (isReceptacleObject Box_bar__minus_01_dot_52_bar__plus_00_dot_77_bar__minus_01_dot_02)
  (isReceptacleObject Mug_bar__plus_02_dot_07_bar__plus_01_dot_39_bar__minus_02_dot_22)
  (openable Drawer_bar__minus_01_dot_79_bar__plus_00_dot_10_bar__minus_01_dot_15)
  (openable Drawer_bar__minus_01_dot_79_bar__plus_00_dot_25_bar__minus_01_dot_15)
  (openable Drawer_bar__minus_01_dot_79_bar__plus_00_dot_39_bar__minus_01_dot_15)
  (atLocation agent1 loc_bar_2_bar__minus_2_bar_2_bar_30)
  (cleanable Cloth_bar__minus_01_dot_06_bar__plus_01_dot_01_bar__minus_00_dot_86)
  (cleanable Mug_bar__plus_02_dot_07_bar__plus_01_dot_39_bar__minus_02_dot_22)
  (heatable Mug_bar__plus_02_dot_07_bar__plus_01_dot_39_bar__minus_02_dot_22)
  (coolable Mug_bar__plus_02_dot_07_bar__plus_01_dot_39_bar__minus_02_dot_22)
  (toggleable DeskLamp_bar__minus_01_dot_40_bar__plus_01_dot_75_bar__minus_00_dot_57)
  (pickupable AlarmClock_bar__minus_01_dot_37_bar__plus_00_dot_77_bar__minus_00_dot_15)
  (pickupable AlarmClock_bar__plus_01_dot_53_bar__plus_01_dot_12_bar__minus_01_dot_58)
  (pickupable AlarmClock_bar__minus_01_dot_49_bar__plus_00_dot_13_bar__minus_00_dot_81)
  (pickupable BaseballBat_bar__minus_01_dot_27_bar__plus_00_dot_66_bar__minus_01_dot_40)
  (pickupable Book_bar__plus_02_dot_13_bar__plus_00_dot_60_bar__minus_02_dot_37)
  (pickupable Box_bar__plus_00_dot_28_bar__plus_00_dot_24_bar__minus_02_dot_88)
  (pickupable Box_bar__minus_01_dot_52_bar__plus_00_dot_77_bar__minus_01_dot_02)
  (pickupable CD_bar__minus_01_dot_48_bar__plus_00_dot_68_bar__minus_00_dot_37)
  (pickupable CD_bar__minus_01_dot_62_bar__plus_01_dot_76_bar__minus_00_dot_90)
  (pickupable CellPhone_bar__minus_01_dot_46_bar__plus_00_dot_28_bar__minus_00_dot_58)
  (pickupable CellPhone_bar__minus_01_dot_51_bar__plus_00_dot_22_bar__minus_00_dot_54)
  (pickupable Cloth_bar__minus_01_dot_06_bar__plus_01_dot_01_bar__minus_00_dot_86)
  (pickupable CreditCard_bar__plus_01_dot_92_bar__plus_00_dot_49_bar__minus_02_dot_14)
  (pickupable CreditCard_bar__plus_00_dot_83_bar__plus_00_dot_32_bar__minus_02_dot_86)
  (pickupable CreditCard_bar__plus_00_dot_67_bar__plus_01_dot_78_bar__minus_02_dot_67)
  (pickupable KeyChain_bar__plus_01_dot_06_bar__plus_00_dot_89_bar__minus_02_dot_34)
  (pickupable Laptop_bar__minus_01_dot_72_bar__plus_01_dot_67_bar__minus_00_dot_60)
  (pickupable Mug_bar__plus_02_dot_07_bar__plus_01_dot_39_bar__minus_02_dot_22)
  (pickupable Pen_bar__minus_01_dot_15_bar__plus_01_dot_35_bar__minus_00_dot_24)
  (pickupable Pen_bar__plus_01_dot_68_bar__plus_01_dot_48_bar__minus_01_dot_90)
  (pickupable Pencil_bar__minus_01_dot_08_bar__plus_00_dot_57_bar__minus_00_dot_40)
  (pickupable Pillow_bar__minus_00_dot_79_bar__plus_01_dot_26_bar__minus_00_dot_81)
  (pickupable TennisRacket_bar__minus_01_dot_39_bar__plus_01_dot_48_bar__minus_00_dot_65)
  (pickupable Vase_bar__plus_00_dot_89_bar__plus_00_dot_42_bar__minus_01_dot_78)
  (pickupable Vase_bar__plus_01_dot_31_bar__plus_01_dot_01_bar__minus_01_dot_66)
  (pickupable Vase_bar__plus_02_dot_10_bar__plus_00_dot_96_bar__minus_02_dot_26)
  (inReceptacle DeskLamp_bar__minus_01_dot_40_bar__plus_01_dot_75_bar__minus_00_dot_57 Desk_bar__minus_01_dot_71_bar__plus_00_dot_00_bar__minus_00_dot_37)
  (inReceptacle AlarmClock_bar__minus_01_dot_37_bar__plus_00_dot_77_bar__minus_00_dot_15 Desk_bar__minus_01_dot_71_bar__plus_00_dot_00_bar__minus_00_dot_37)
  (inReceptacle AlarmClock_bar__plus_01_dot_53_bar__plus_01_dot_12_bar__minus_01_dot_58 Shelf_bar__plus_01_dot_84_bar__plus_00_dot_05_bar__minus_02_dot_30)
  (inReceptacle AlarmClock_bar__minus_01_dot_49_bar__plus_00_dot_13_bar__minus_00_dot_81 Desk_bar__minus_01_dot_71_bar__plus_00_dot_00_bar__minus_00_dot_37)
  (inReceptacle BaseballBat_bar__minus_01_dot_27_bar__plus_00_dot_66_bar__minus_01_dot_40 Bed_bar__minus_01_dot_05_bar__plus_00_dot_00_bar__minus_01_dot_85)
  (inReceptacle Book_bar__plus_02_dot_13_bar__plus_00_dot_60_bar__minus_02_dot_37 Shelf_bar__plus_01_dot_84_bar__plus_00_dot_97_bar__minus_02_dot_30)
  (inReceptacle Box_bar__plus_00_dot_28_bar__plus_00_dot_24_bar__minus_02_dot_88 Dresser_bar__plus_00_dot_44_bar__plus_00_dot_04_bar__minus_02_dot_65)
  (inReceptacle Box_bar__minus_01_dot_52_bar__plus_00_dot_77_bar__minus_01_dot_02 SideTable_bar__minus_01_dot_82_bar__plus_00_dot_00_bar__minus_01_dot_14)
  (inReceptacle CD_bar__minus_01_dot_48_bar__plus_00_dot_68_bar__minus_00_dot_37 Drawer_bar__minus_01_dot_79_bar__plus_00_dot_10_bar__minus_01_dot_15)
  (inReceptacle CD_bar__minus_01_dot_62_bar__plus_01_dot_76_bar__minus_00_dot_90 SideTable_bar__minus_01_dot_82_bar__plus_00_dot_00_bar__minus_01_dot_14)
  (inReceptacle CellPhone_bar__minus_01_dot_46_bar__plus_00_dot_28_bar__minus_00_dot_58 SideTable_bar__minus_01_dot_82_bar__plus_00_dot_00_bar__minus_01_dot_14)
  (inReceptacle CellPhone_bar__minus_01_dot_51_bar__plus_00_dot_22_bar__minus_00_dot_54 Desk_bar__minus_01_dot_71_bar__plus_00_dot_00_bar__minus_00_dot_37)
  (inReceptacle Cloth_bar__minus_01_dot_06_bar__plus_01_dot_01_bar__minus_00_dot_86 Desk_bar__minus_01_dot_71_bar__plus_00_dot_00_bar__minus_00_dot_37)
  (inReceptacle CreditCard_bar__plus_01_dot_92_bar__plus_00_dot_49_bar__minus_02_dot_14 Shelf_bar__plus_01_dot_31_bar__plus_00_dot_35_bar__minus_02_dot_30)
  (inReceptacle CreditCard_bar__plus_00_dot_83_bar__plus_00_dot_32_bar__minus_02_dot_86 Dresser_bar__plus_00_dot_44_bar__plus_00_dot_04_bar__minus_02_dot_65)
  (inReceptacle CreditCard_bar__plus_00_dot_67_bar__plus_01_dot_78_bar__minus_02_dot_67 Dresser_bar__plus_00_dot_44_bar__plus_00_dot_04_bar__minus_02_dot_65)
  (inReceptacle KeyChain_bar__plus_01_dot_06_bar__plus_00_dot_89_bar__minus_02_dot_34 Shelf_bar__plus_01_dot_31_bar__plus_01_dot_17_bar__minus_02_dot_30)
  (inReceptacle Laptop_bar__minus_01_dot_72_bar__plus_01_dot_67_bar__minus_00_dot_60 Desk_bar__minus_01_dot_71_bar__plus_00_dot_00_bar__minus_00_dot_37)
  (inReceptacle Mug_bar__plus_02_dot_07_bar__plus_01_dot_39_bar__minus_02_dot_22 Shelf_bar__plus_01_dot_84_bar__plus_01_dot_57_bar__minus_02_dot_30)
  (inReceptacle Pen_bar__minus_01_dot_15_bar__plus_01_dot_35_bar__minus_00_dot_24 Desk_bar__minus_01_dot_71_bar__plus_00_dot_00_bar__minus_00_dot_37)
  (inReceptacle Pen_bar__plus_01_dot_68_bar__plus_01_dot_48_bar__minus_01_dot_90 Shelf_bar__plus_01_dot_31_bar__plus_00_dot_35_bar__minus_02_dot_30)
  (inReceptacle Pencil_bar__minus_01_dot_08_bar__plus_00_dot_57_bar__minus_00_dot_40 Desk_bar__minus_01_dot_71_bar__plus_00_dot_00_bar__minus_00_dot_37)
  (inReceptacle Pillow_bar__minus_00_dot_79_bar__plus_01_dot_26_bar__minus_00_dot_81 Bed_bar__minus_01_dot_05_bar__plus_00_dot_00_bar__minus_01_dot_85)
  (inReceptacle TennisRacket_bar__minus_01_dot_39_bar__plus_01_dot_48_bar__minus_00_dot_65 SideTable_bar__minus_01_dot_82_bar__plus_00_dot_00_bar__minus_01_dot_14)
  (inReceptacle Vase_bar__plus_00_dot_89_bar__plus_00_dot_42_bar__minus_01_dot_78 Shelf_bar__plus_01_dot_31_bar__plus_00_dot_05_bar__minus_02_dot_30)
  (inReceptacle Vase_bar__plus_01_dot_31_bar__plus_01_dot_01_bar__minus_01_dot_66 Shelf_bar__plus_01_dot_84_bar__plus_00_dot_05_bar__minus_02_dot_30)
  (inReceptacle Vase_bar__plus_02_dot_10_bar__plus_00_dot_96_bar__minus_02_dot_26 Shelf_bar__plus_01_dot_31_bar__plus_00_dot_35_bar__minus_02_dot_30)
  (receptacleAtLocation Bed_bar__minus_01_dot_05_bar__plus_00_dot_00_bar__minus_01_dot_85 loc_bar__minus_4_bar__minus_2_bar_2_bar_30)
  (receptacleAtLocation Desk_bar__minus_01_dot_71_bar__plus_00_dot_00_bar__minus_00_dot_37 loc_bar__minus_3_bar__minus_2_bar_3_bar_30)
  (receptacleAtLocation Drawer_bar__minus_01_dot_62_bar__plus_01_dot_50_bar__minus_00_dot_86 loc_bar__minus_3_bar__minus_3_bar_3_bar_30)
  (receptacleAtLocation Drawer_bar__minus_01_dot_79_bar__plus_00_dot_10_bar__minus_01_dot_15 loc_bar__minus_2_bar__minus_2_bar_3_bar_30)
  (receptacleAtLocation Drawer_bar__minus_01_dot_79_bar__plus_00_dot_25_bar__minus_01_dot_15 loc_bar__minus_3_bar__minus_3_bar_3_bar_30)
  (receptacleAtLocation Drawer_bar__minus_01_dot_79_bar__plus_00_dot_39_bar__minus_01_dot_15 loc_bar__minus_3_bar__minus_3_bar_3_bar_30)
  (receptacleAtLocation Dresser_bar__plus_00_dot_44_bar__plus_00_dot_04_bar__minus_02_dot_65 loc_bar_2_bar__minus_8_bar_2_bar_30)
  (receptacleAtLocation GarbageCan_bar__minus_01_dot_50_bar__plus_01_dot_08_bar__minus_00_dot_11 loc_bar__minus_3_bar_0_bar_3_bar_30)
  (receptacleAtLocation Shelf_bar__plus_01_dot_31_bar__plus_00_dot_05_bar__minus_02_dot_30 loc_bar_3_bar__minus_5_bar_2_bar_30)
  (receptacleAtLocation Shelf_bar__plus_01_dot_31_bar__plus_00_dot_35_bar__minus_02_dot_30 loc_bar_7_bar__minus_6_bar_2_bar_30)
  (receptacleAtLocation Shelf_bar__plus_01_dot_31_bar__plus_00_dot_97_bar__minus_02_dot_30 loc_bar_5_bar__minus_7_bar_2_bar_30)
  (receptacleAtLocation Shelf_bar__plus_01_dot_31_bar__plus_01_dot_17_bar__minus_02_dot_30 loc_bar_5_bar__minus_7_bar_2_bar_30)
  (receptacleAtLocation Shelf_bar__plus_01_dot_31_bar__plus_01_dot_57_bar__minus_02_dot_30 loc_bar_5_bar__minus_7_bar_2_bar__minus_30)
  (receptacleAtLocation Shelf_bar__plus_01_dot_84_bar__plus_00_dot_05_bar__minus_02_dot_30 loc_bar_5_bar__minus_5_bar_2_bar_30)
  (receptacleAtLocation Shelf_bar__plus_01_dot_84_bar__plus_00_dot_35_bar__minus_02_dot_30 loc_bar_6_bar__minus_6_bar_2_bar_30)
  (receptacleAtLocation Shelf_bar__plus_01_dot_84_bar__plus_00_dot_97_bar__minus_02_dot_30 loc_bar_7_bar__minus_7_bar_2_bar_30)
  (receptacleAtLocation Shelf_bar__plus_01_dot_84_bar__plus_01_dot_17_bar__minus_02_dot_30 loc_bar_7_bar__minus_7_bar_2_bar_30)
  (receptacleAtLocation Shelf_bar__plus_01_dot_84_bar__plus_01_dot_57_bar__minus_02_dot_30 loc_bar_7_bar__minus_7_bar_2_bar__minus_30)
  (receptacleAtLocation SideTable_bar__minus_01_dot_82_bar__plus_00_dot_00_bar__minus_01_dot_14 loc_bar__minus_4_bar__minus_3_bar_3_bar_30)
  (objectAtLocation Blinds_bar__minus_00_dot_62_bar__plus_00_dot_10_bar__plus_00_dot_31 loc_bar__minus_4_bar__minus_2_bar_0_bar_30)
  (objectAtLocation Chair_bar__plus_00_dot_96_bar__plus_01_dot_73_bar__minus_00_dot_67 loc_bar_0_bar__minus_3_bar_1_bar_30)
  (objectAtLocation Chair_bar__plus_00_dot_03_bar__plus_00_dot_80_bar__plus_00_dot_45 loc_bar__minus_1_bar__minus_1_bar_0_bar_30)
  (objectAtLocation DeskLamp_bar__minus_01_dot_40_bar__plus_01_dot_75_bar__minus_00_dot_57 loc_bar__minus_3_bar__minus_2_bar_3_bar_30)
  (objectAtLocation LightSwitch_bar__plus_01_dot_19_bar__plus_01_dot_64_bar__plus_00_dot_87 loc_bar_5_bar_0_bar_0_bar_30)
  (objectAtLocation Mirror_bar__minus_00_dot_28_bar__plus_01_dot_50_bar__minus_02_dot_08 loc_bar_1_bar__minus_7_bar_3_bar_30)
  (objectAtLocation Poster_bar__plus_01_dot_37_bar__plus_00_dot_74_bar__minus_01_dot_47 loc_bar_4_bar__minus_7_bar_1_bar_30)
  (objectAtLocation Window_bar__plus_01_dot_70_bar__plus_00_dot_89_bar__plus_00_dot_43 loc_bar_6_bar__minus_1_bar_0_bar_30)
  (objectAtLocation Window_bar__plus_01_dot_13_bar__plus_00_dot_39_bar__minus_02_dot_35 loc_bar_6_bar__minus_7_bar_2_bar_30)
  (objectAtLocation AlarmClock_bar__minus_01_dot_37_bar__plus_00_dot_77_bar__minus_00_dot_15 loc_bar__minus_3_bar__minus_2_bar_3_bar_30)
  (objectAtLocation AlarmClock_bar__plus_01_dot_53_bar__plus_01_dot_12_bar__minus_01_dot_58 loc_bar_5_bar__minus_5_bar_2_bar_30)
  (objectAtLocation AlarmClock_bar__minus_01_dot_49_bar__plus_00_dot_13_bar__minus_00_dot_81 loc_bar__minus_3_bar__minus_2_bar_3_bar_30)
  (objectAtLocation BaseballBat_bar__minus_01_dot_27_bar__plus_00_dot_66_bar__minus_01_dot_40 loc_bar__minus_4_bar__minus_2_bar_2_bar_30)
  (objectAtLocation Book_bar__plus_02_dot_13_bar__plus_00_dot_60_bar__minus_02_dot_37 loc_bar_7_bar__minus_7_bar_2_bar_30)
  (objectAtLocation Box_bar__plus_00_dot_28_bar__plus_00_dot_24_bar__minus_02_dot_88 loc_bar_2_bar__minus_8_bar_2_bar_30)
  (objectAtLocation Box_bar__minus_01_dot_52_bar__plus_00_dot_77_bar__minus_01_dot_02 loc_bar__minus_4_bar__minus_3_bar_3_bar_30)
  (objectAtLocation CD_bar__minus_01_dot_48_bar__plus_00_dot_68_bar__minus_00_dot_37 loc_bar__minus_2_bar__minus_2_bar_3_bar_30)
  (objectAtLocation CD_bar__minus_01_dot_62_bar__plus_01_dot_76_bar__minus_00_dot_90 loc_bar__minus_4_bar__minus_3_bar_3_bar_30)
  (objectAtLocation CellPhone_bar__minus_01_dot_46_bar__plus_00_dot_28_bar__minus_00_dot_58 loc_bar__minus_4_bar__minus_3_bar_3_bar_30)
  (objectAtLocation CellPhone_bar__minus_01_dot_51_bar__plus_00_dot_22_bar__minus_00_dot_54 loc_bar__minus_3_bar__minus_2_bar_3_bar_30)
  (objectAtLocation Cloth_bar__minus_01_dot_06_bar__plus_01_dot_01_bar__minus_00_dot_86 loc_bar__minus_3_bar__minus_2_bar_3_bar_30)
  (objectAtLocation CreditCard_bar__plus_01_dot_92_bar__plus_00_dot_49_bar__minus_02_dot_14 loc_bar_7_bar__minus_6_bar_2_bar_30)
  (objectAtLocation CreditCard_bar__plus_00_dot_83_bar__plus_00_dot_32_bar__minus_02_dot_86 loc_bar_2_bar__minus_8_bar_2_bar_30)
  (objectAtLocation CreditCard_bar__plus_00_dot_67_bar__plus_01_dot_78_bar__minus_02_dot_67 loc_bar_2_bar__minus_8_bar_2_bar_30)
  (objectAtLocation KeyChain_bar__plus_01_dot_06_bar__plus_00_dot_89_bar__minus_02_dot_34 loc_bar_5_bar__minus_7_bar_2_bar_30)
  (objectAtLocation Laptop_bar__minus_01_dot_72_bar__plus_01_dot_67_bar__minus_00_dot_60 loc_bar__minus_3_bar__minus_2_bar_3_bar_30)
  (objectAtLocation Mug_bar__plus_02_dot_07_bar__plus_01_dot_39_bar__minus_02_dot_22 loc_bar_7_bar__minus_7_bar_2_bar__minus_30)
  (objectAtLocation Pen_bar__minus_01_dot_15_bar__plus_01_dot_35_bar__minus_00_dot_24 loc_bar__minus_3_bar__minus_2_bar_3_bar_30)
  (objectAtLocation Pen_bar__plus_01_dot_68_bar__plus_01_dot_48_bar__minus_01_dot_90 loc_bar_7_bar__minus_6_bar_2_bar_30)
  (objectAtLocation Pencil_bar__minus_01_dot_08_bar__plus_00_dot_57_bar__minus_00_dot_40 loc_bar__minus_3_bar__minus_2_bar_3_bar_30)
  (objectAtLocation Pillow_bar__minus_00_dot_79_bar__plus_01_dot_26_bar__minus_00_dot_81 loc_bar__minus_4_bar__minus_2_bar_2_bar_30)
  (objectAtLocation TennisRacket_bar__minus_01_dot_39_bar__plus_01_dot_48_bar__minus_00_dot_65 loc_bar__minus_4_bar__minus_3_bar_3_bar_30)
  (objectAtLocation Vase_bar__plus_00_dot_89_bar__plus_00_dot_42_bar__minus_01_dot_78 loc_bar_3_bar__minus_5_bar_2_bar_30)
  (objectAtLocation Vase_bar__plus_01_dot_31_bar__plus_01_dot_01_bar__minus_01_dot_66 loc_bar_5_bar__minus_5_bar_2_bar_30)
  (objectAtLocation Vase_bar__plus_02_dot_10_bar__plus_00_dot_96_bar__minus_02_dot_26 loc_bar_7_bar__minus_6_bar_2_bar_30)
  )

        (:goal
             (and
                 (exists (?ot - object
                          ?r - receptacle
                          ?a - agent
                          ?l - location)
                     (and
                         (objectType ?ot DeskLampType)
                         (toggleable ?ot)
                         (isToggled ?ot)
                         (receptacleAtLocation ?r ?l)
                         (atLocation ?a ?l)
                         (inReceptacle ?ot ?r)
                     )
                 )
                 (exists (?o - object
                          ?a - agent)
                     (and
                         (objectType ?o AlarmClockType)
                         (holds ?a ?o)
                     )
                 )
             )
        )
    )
    