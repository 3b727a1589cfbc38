
(define (problem plan_trial_T20260101_000100_493706)
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
  Blinds_bar__minus_00_dot_53_bar__plus_00_dot_00_bar__minus_00_dot_78 - object
  Chair_bar__minus_00_dot_70_bar__plus_01_dot_07_bar__minus_00_dot_56 - object
  Chair_bar__minus_00_dot_22_bar__plus_01_dot_41_bar__minus_01_dot_66 - object
  LightSwitch_bar__minus_02_dot_10_bar__plus_00_dot_58_bar__plus_00_dot_95 - object
  Mirror_bar__minus_00_dot_88_bar__plus_00_dot_72_bar__plus_00_dot_00 - object
  Poster_bar__plus_01_dot_20_bar__plus_00_dot_90_bar__minus_00_dot_39 - object
  Window_bar__plus_00_dot_43_bar__plus_00_dot_58_bar__minus_01_dot_16 - object
  Window_bar__minus_00_dot_23_bar__plus_01_dot_62_bar__minus_01_dot_54 - object
  AlarmClock_bar__minus_00_dot_68_bar__plus_01_dot_78_bar__minus_01_dot_61 - object
  AlarmClock_bar__minus_00_dot_40_bar__plus_00_dot_08_bar__minus_01_dot_78 - object
  BaseballBat_bar__plus_00_dot_35_bar__plus_00_dot_44_bar__plus_00_dot_63 - object
  BasketBall_bar__minus_00_dot_19_bar__plus_00_dot_73_bar__plus_00_dot_25 - object
  BasketBall_bar__minus_00_dot_53_bar__plus_00_dot_93_bar__minus_01_dot_86 - object
  Book_bar__plus_01_dot_10_bar__plus_01_dot_03_bar__minus_01_dot_63 - object
  Box_bar__plus_00_dot_19_bar__plus_01_dot_00_bar__minus_00_dot_69 - object
  Box_bar__minus_00_dot_03_bar__plus_00_dot_40_bar__minus_00_dot_79 - object
  CD_bar__minus_00_dot_51_bar__plus_01_dot_69_bar__minus_00_dot_51 - object
  CD_bar__minus_00_dot_59_bar__plus_00_dot_17_bar__minus_01_dot_64 - object
  CD_bar__minus_00_dot_57_bar__plus_00_dot_86_bar__minus_01_dot_87 - object
  CellPhone_bar__plus_00_dot_23_bar__plus_01_dot_64_bar__plus_00_dot_13 - object
  CellPhone_bar__plus_01_dot_74_bar__plus_01_dot_42_bar__minus_00_dot_98 - object
  CellPhone_bar__minus_00_dot_63_bar__plus_00_dot_01_bar__minus_01_dot_66 - object
  CreditCard_bar__minus_00_dot_12_bar__plus_00_dot_44_bar__minus_01_dot_56 - object
  KeyChain_bar__plus_01_dot_49_bar__plus_00_dot_18_bar__minus_01_dot_18 - object
  KeyChain_bar__minus_00_dot_64_bar__plus_01_dot_15_bar__minus_02_dot_01 - object
  Laptop_bar__plus_01_dot_98_bar__plus_00_dot_07_bar__minus_00_dot_46 - object
  Pen_bar__minus_00_dot_81_bar__plus_00_dot_78_bar__minus_01_dot_88 - object
  Pencil_bar__minus_00_dot_30_bar__plus_01_dot_22_bar__minus_01_dot_75 - object
  Pencil_bar__minus_00_dot_21_bar__plus_00_dot_71_bar__minus_02_dot_09 - object
  Pillow_bar__minus_00_dot_06_bar__plus_00_dot_49_bar__plus_00_dot_60 - object
  Pillow_bar__minus_00_dot_16_bar__plus_01_dot_68_bar__plus_00_dot_13 - object
  TennisRacket_bar__plus_01_dot_97_bar__plus_00_dot_19_bar__minus_00_dot_54 - object
  TennisRacket_bar__minus_00_dot_42_bar__plus_00_dot_54_bar__minus_01_dot_93 - object
  TennisRacket_bar__minus_00_dot_60_bar__plus_00_dot_19_bar__minus_02_dot_13 - object
  Bed_bar__plus_01_dot_18_bar__plus_00_dot_00_bar__plus_00_dot_24 - receptacle
  Cabinet_bar__minus_00_dot_03_bar__plus_01_dot_53_bar__minus_01_dot_92 - receptacle
  Cabinet_bar__minus_00_dot_05_bar__plus_01_dot_70_bar__minus_01_dot_07 - receptacle
  Cabinet_bar__minus_00_dot_15_bar__plus_01_dot_45_bar__minus_00_dot_50 - receptacle
  Cabinet_bar__minus_00_dot_65_bar__plus_01_dot_40_bar__minus_01_dot_92 - receptacle
  Cabinet_bar__minus_00_dot_79_bar__plus_01_dot_53_bar__minus_01_dot_92 - receptacle
  Cabinet_bar__minus_01_dot_08_bar__plus_01_dot_53_bar__minus_01_dot_92 - receptacle
  Cabinet_bar__minus_01_dot_84_bar__plus_01_dot_53_bar__minus_01_dot_92 - receptacle
  Desk_bar__minus_00_dot_96_bar_00_dot_00_bar__minus_02_dot_06 - receptacle
  Drawer_bar__plus_01_dot_60_bar__plus_00_dot_17_bar__minus_00_dot_99 - receptacle
  Drawer_bar__plus_01_dot_60_bar__plus_00_dot_46_bar__minus_00_dot_99 - receptacle
  GarbageCan_bar__plus_00_dot_13_bar__plus_00_dot_00_bar__minus_02_dot_15 - receptacle
  Shelf_bar__minus_00_dot_94_bar__plus_01_dot_34_bar__minus_02_dot_12 - receptacle
  SideTable_bar__plus_01_dot_60_bar__plus_00_dot_46_bar__minus_00_dot_99 - receptacle
  loc_bar__minus_1_bar__minus_4_bar_1_bar_30 - location
  loc_bar__minus_1_bar__minus_5_bar_2_bar_0 - location
  loc_bar__minus_2_bar__minus_5_bar_0_bar_30 - location
  loc_bar__minus_2_bar__minus_5_bar_2_bar_0 - location
  loc_bar__minus_2_bar__minus_5_bar_2_bar_30 - location
  loc_bar__minus_2_bar_1_bar_1_bar_30 - location
  loc_bar__minus_2_bar_1_bar_2_bar__minus_30 - location
  loc_bar__minus_3_bar__minus_2_bar_0_bar_30 - location
  loc_bar__minus_3_bar_0_bar_2_bar_30 - location
  loc_bar__minus_5_bar_3_bar_3_bar_30 - location
  loc_bar__minus_6_bar__minus_4_bar_2_bar_0 - location
  loc_bar_0_bar__minus_4_bar_2_bar_30 - location
  loc_bar_0_bar__minus_5_bar_2_bar_30 - location
  loc_bar_2_bar__minus_3_bar_1_bar_30 - location
  loc_bar_2_bar__minus_3_bar_3_bar__minus_30 - location
  loc_bar_2_bar__minus_6_bar_1_bar_30 - location
  loc_bar_2_bar__minus_6_bar_3_bar_30 - location
  loc_bar_3_bar__minus_5_bar_1_bar_30 - location
  loc_bar_4_bar__minus_3_bar_1_bar_30 - location
  loc_bar_5_bar__minus_7_bar_2_bar_30 - location
  )

(:init
  (receptacleType Bed_bar__plus_01_dot_18_bar__plus_00_dot_00_bar__plus_00_dot_24 BedType)
  (receptacleType Cabinet_bar__minus_00_dot_03_bar__plus_01_dot_53_bar__minus_01_dot_92 CabinetType)
  (receptacleType Cabinet_bar__minus_00_dot_05_bar__plus_01_dot_70_bar__minus_01_dot_07 CabinetType)
  (receptacleType Cabinet_bar__minus_00_dot_15_bar__plus_01_dot_45_bar__minus_00_dot_50 CabinetType)
  (receptacleType Cabinet_bar__minus_00_dot_65_bar__plus_01_dot_40_bar__minus_01_dot_92 CabinetType)
  (receptacleType Cabinet_bar__minus_00_dot_79_bar__plus_01_dot_53_bar__minus_01_dot_92 CabinetType)
  (receptacleType Cabinet_bar__minus_01_dot_08_bar__plus_01_dot_53_bar__minus_01_dot_92 CabinetType)
  (receptacleType Cabinet_bar__minus_01_dot_84_bar__plus_01_dot_53_bar__minus_01_dot_92 CabinetType)
  (receptacleType Desk_bar__minus_00_dot_96_bar_00_dot_00_bar__minus_02_dot_06 DeskType)
  (receptacleType Drawer_bar__plus_01_dot_60_bar__plus_00_dot_17_bar__minus_00_dot_99 DrawerType)
  (receptacleType Drawer_bar__plus_01_dot_60_bar__plus_00_dot_46_bar__minus_00_dot_99 DrawerType)
  (receptacleType GarbageCan_bar__plus_00_dot_13_bar__plus_00_dot_00_bar__minus_02_dot_15 GarbageCanType)
  (receptacleType Shelf_bar__minus_00_dot_94_bar__plus_01_dot_34_bar__minus_02_dot_12 ShelfType)
  (receptacleType SideTable_bar__plus_01_dot_60_bar__plus_00_dot_46_bar__minus_00_dot_99 SideTableType)
  (objectType Blinds_bar__minus_00_dot_53_bar__plus_00_dot_00_bar__minus_00_dot_78 BlindsType)
  (objectType Chair_bar__minus_00_dot_70_bar__plus_01_dot_07_bar__minus_00_dot_56 ChairType)
  (objectType Chair_bar__minus_00_dot_22_bar__plus_01_dot_41_bar__minus_01_dot_66 ChairType)
  (objectType LightSwitch_bar__minus_02_dot_10_bar__plus_00_dot_58_bar__plus_00_dot_95 LightSwitchType)
  (objectType Mirror_bar__minus_00_dot_88_bar__plus_00_dot_72_bar__plus_00_dot_00 MirrorType)
  (objectType Poster_bar__plus_01_dot_20_bar__plus_00_dot_90_bar__minus_00_dot_39 PosterType)
  (objectType Window_bar__plus_00_dot_43_bar__plus_00_dot_58_bar__minus_01_dot_16 WindowType)
  (objectType Window_bar__minus_00_dot_23_bar__plus_01_dot_62_bar__minus_01_dot_54 WindowType)
  (objectType AlarmClock_bar__minus_00_dot_68_bar__plus_01_dot_78_bar__minus_01_dot_61 AlarmClockType)
  (objectType AlarmClock_bar__minus_00_dot_40_bar__plus_00_dot_08_bar__minus_01_dot_78 AlarmClockType)
  (objectType BaseballBat_bar__plus_00_dot_35_bar__plus_00_dot_44_bar__plus_00_dot_63 BaseballBatType)
  (objectType BasketBall_bar__minus_00_dot_19_bar__plus_00_dot_73_bar__plus_00_dot_25 BasketBallType)
  (objectType BasketBall_bar__minus_00_dot_53_bar__plus_00_dot_93_bar__minus_01_dot_86 BasketBallType)
  (objectType Book_bar__plus_01_dot_10_bar__plus_01_dot_03_bar__minus_01_dot_63 BookType)
  (objectType Box_bar__plus_00_dot_19_bar__plus_01_dot_00_bar__minus_00_dot_69 BoxType)
  (objectType Box_bar__minus_00_dot_03_bar__plus_00_dot_40_bar__minus_00_dot_79 BoxType)
  (objectType CD_bar__minus_00_dot_51_bar__plus_01_dot_69_bar__minus_00_dot_51 CDType)
  (objectType CD_bar__minus_00_dot_59_bar__plus_00_dot_17_bar__minus_01_dot_64 CDType)
  (objectType CD_bar__minus_00_dot_57_bar__plus_00_dot_86_bar__minus_01_dot_87 CDType)
  (objectType CellPhone_bar__plus_00_dot_23_bar__plus_01_dot_64_bar__plus_00_dot_13 CellPhoneType)
  (objectType CellPhone_bar__plus_01_dot_74_bar__plus_01_dot_42_bar__minus_00_dot_98 CellPhoneType)
  (objectType CellPhone_bar__minus_00_dot_63_bar__plus_00_dot_01_bar__minus_01_dot_66 CellPhoneType)
  (objectType CreditCard_bar__minus_00_dot_12_bar__plus_00_dot_44_bar__minus_01_dot_56 CreditCardType)
  (objectType KeyChain_bar__plus_01_dot_49_bar__plus_00_dot_18_bar__minus_01_dot_18 KeyChainType)
  (objectType KeyChain_bar__minus_00_dot_64_bar__plus_01_dot_15_bar__minus_02_dot_01 KeyChainType)
  (objectType Laptop_bar__plus_01_dot_98_bar__plus_00_dot_07_bar__minus_00_dot_46 LaptopType)
  (objectType Pen_bar__minus_00_dot_81_bar__plus_00_dot_78_bar__minus_01_dot_88 PenType)
  (objectType Pencil_bar__minus_00_dot_30_bar__plus_01_dot_22_bar__minus_01_dot_75 PencilType)
  (objectType Pencil_bar__minus_00_dot_21_bar__plus_00_dot_71_bar__minus_02_dot_09 PencilType)
  (objectType Pillow_bar__minus_00_dot_06_bar__plus_00_dot_49_bar__plus_00_dot_60 PillowType)
  (objectType Pillow_bar__minus_00_dot_16_bar__plus_01_dot_68_bar__plus_00_dot_13 PillowType)
  (objectType TennisRacket_bar__plus_01_dot_97_bar__plus_00_dot_19_bar__minus_00_dot_54 TennisRacketType)
  (objectType TennisRacket_bar__minus_00_dot_42_bar__plus_00_dot_54_bar__minus_01_dot_93 TennisRacketType)
  (objectType TennisRacket_bar__minus_00_dot_60_bar__plus_00_dot_19_bar__minus_02_dot_13 TennisRacketType)
  (canContain BedType BaseballBatType)
  (canContain BedType BasketBallType)
  (canContain BedType BookType)
  (canContain BedType CellPhoneType)
  (canContain BedType LaptopType)
  (canContain BedType PillowType)
  (canContain BedType TennisRacketType)
  (canContain CabinetType BookType)
  (canContain CabinetType BoxType)
  (canContain CabinetType CDType)
  (canContain DeskType AlarmClockType)
  (canContain DeskType BasketBallType)
  (canContain DeskType BookType)
  (canContain DeskType BoxType)
  (canContain DeskType CDType)
  (canContain DeskType CellPhoneType)
  (canContain DeskType CreditCardType)
  (canContain DeskType KeyChainType)
  (canContain DeskType LaptopType)
  (canContain DeskType PenType)
  (canContain DeskType PencilType)
  (canContain DeskType TennisRacketType)
  (canContain DrawerType BookType)
  (canContain DrawerType CDType)
  (canContain DrawerType CellPhoneType)
  (canContain DrawerType CreditCardType)
  (canContain DrawerType KeyChainType)
  (canContain DrawerType PenType)
  (canContain DrawerType PencilType)
  (canContain GarbageCanType CDType)
  (canContain GarbageCanType PenType)
  (canContain GarbageCanType PencilType)
  (canContain ShelfType AlarmClockType)
  (canContain ShelfType BookType)
  (canContain ShelfType BoxType)
  (canContain ShelfType CDType)
  (canContain ShelfType CellPhoneType)
  (canContain ShelfType CreditCardType)
  (canContain ShelfType KeyChainType)
  (canContain ShelfType PenType)
  (canContain ShelfType PencilType)
  (canContain SideTableType AlarmClockType)
  (canContain SideTableType BaseballBatType)
  (canContain SideTableType BasketBallType)
  (canContain SideTableType BookType)
  (canContain SideTableType BoxType)
  (canContain SideTableType CDType)
  (canContain SideTableType CellPhoneType)
  (canContain SideTableType CreditCardType)
  (canContain SideTableType KeyChainType)
  (canContain SideTableType LaptopType)
  (canContain SideTableType PenType)
  (canContain SideTableType PencilType)
  (canContain SideTableType TennisRacketType)
  (isReceptacleObject Box_bar__plus_00_dot_19_bar__plus_01_dot_00_bar__minus_00_dot_69)
  (isReceptacleObject Box_bar__minus_00_dot_03_bar__plus_00_dot_40_bar__minus_00_dot_79)
  (openable Cabinet_bar__minus_00_dot_03_bar__plus_01_dot_53_bar__minus_01_dot_92)
  (openable Cabinet_bar__minus_00_dot_79_bar__plus_01_dot_53_bar__minus_01_dot_92)
  (openable Cabinet_bar__minus_01_dot_08_bar__plus_01_dot_53_bar__minus_01_dot_92)
  (openable Cabinet_bar__minus_01_dot_84_bar__plus_01_dot_53_bar__minus_01_dot_92)
  (openable Drawer_bar__plus_01_dot_60_bar__plus_00_dot_17_bar__minus_00_dot_99)
  (openable Drawer_bar__plus_01_dot_60_bar__plus_00_dot_46_bar__minus_00_dot_99)
  (atLocation agent1 loc_bar_5_bar__minus_7_bar_2_bar_30)
  (pickupable AlarmClock_bar__minus_00_dot_68_bar__plus_01_dot_78_bar__minus_01_dot_61)
  (pickupable AlarmClock_bar__minus_00_dot_40_bar__plus_00_dot_08_bar__minus_01_dot_78)
  (pickupable BaseballBat_bar__plus_00_dot_35_bar__plus_00_dot_44_bar__plus_00_dot_63)
  (pickupable BasketBall_bar__minus_00_dot_19_bar__plus_00_dot_73_bar__plus_00_dot_25)
  (pickupable BasketBall_bar__minus_00_dot_53_bar__plus_00_dot_93_bar__minus_01_dot_86)
  (pickupable Book_bar__plus_01_dot_10_bar__plus_01_dot_03_bar__minus_01_dot_63)
  (pickupable Box_bar__plus_00_dot_19_bar__plus_01_dot_00_bar__minus_00_dot_69)
  (pickupable Box_bar__minus_00_dot_03_bar__plus_00_dot_40_bar__minus_00_dot_79)
  (pickupable CD_bar__minus_00_dot_51_bar__plus_01_dot_69_bar__minus_00_dot_51)
  (pickupable CD_bar__minus_00_dot_59_bar__plus_00_dot_17_bar__minus_01_dot_64)
  (pickupable CD_bar__minus_00_dot_57_bar__plus_00_dot_86_bar__minus_01_dot_87)
  (pickupable CellPhone_bar__plus_00_dot_23_bar__plus_01_dot_64_bar__plus_00_dot_13)
  (pickupable CellPhone_bar__plus_01_dot_74_bar__plus_01_dot_42_bar__minus_00_dot_98)
  (pickupable CellPhone_bar__minus_00_dot_63_bar__plus_00_dot_01_bar__minus_01_dot_66)
  (pickupable CreditCard_bar__minus_00_dot_12_bar__plus_00_dot_44_bar__minus_01_dot_56)
  (pickupable KeyChain_bar__plus_01_dot_49_bar__plus_00_dot_18_bar__minus_01_dot_18)
  (pickupable KeyChain_bar__minus_00_dot_64_bar__plus_01_dot_15_bar__minus_02_dot_01)
  (pickupable Laptop_bar__plus_01_dot_98_bar__plus_00_dot_07_bar__minus_00_dot_46)
  (pickupable Pen_bar__minus_00_dot_81_bar__plus_00_dot_78_bar__minus_01_dot_88)
  (pickupable Pencil_bar__minus_00_dot_30_bar__plus_01_dot_22_bar__minus_01_dot_75)
  (pickupable Pencil_bar__minus_00_dot_21_bar__plus_00_dot_71_bar__minus_02_dot_09)
  (pickupable Pillow_bar__minus_00_dot_06_bar__plus_00_dot_49_bar__plus_00_dot_60)
  (pickupable Pillow_bar__minus_00_dot_16_bar__plus_01_dot_68_bar__plus_00_dot_13)
  (pickupable TennisRacket_bar__plus_01_dot_97_bar__plus_00_dot_19_bar__minus_00_dot_54)
  (pickupable TennisRacket_bar__minus_00_dot_42_bar__plus_00_dot_54_bar__minus_01_dot_93)
  (pickupable TennisRacket_bar__minus_00_dot_60_bar__plus_00_dot_19_bar__minus_02_dot_13)
  (inReceptacle AlarmClock_bar__minus_00_dot_68_bar__plus_01_dot_78_bar__minus_01_dot_61 Shelf_bar__minus_00_dot_94_bar__plus_01_dot_34_bar__minus_02_dot_12)
  (inReceptacle AlarmClock_bar__minus_00_dot_40_bar__plus_00_dot_08_bar__minus_01_dot_78 Desk_bar__minus_00_dot_96_bar_00_dot_00_bar__minus_02_dot_06)
  (inReceptacle BaseballBat_bar__plus_00_dot_35_bar__plus_00_dot_44_bar__plus_00_dot_63 Bed_bar__plus_01_dot_18_bar__plus_00_dot_00_bar__plus_00_dot_24)
  (inReceptacle BasketBall_bar__minus_00_dot_19_bar__plus_00_dot_73_bar__plus_00_dot_25 Bed_bar__plus_01_dot_18_bar__plus_00_dot_00_bar__plus_00_dot_24)
  (inReceptacle BasketBall_bar__minus_00_dot_53_bar__plus_00_dot_93_bar__minus_01_dot_86 Desk_bar__minus_00_dot_96_bar_00_dot_00_bar__minus_02_dot_06)
  (inReceptacle Book_bar__plus_01_dot_10_bar__plus_01_dot_03_bar__minus_01_dot_63 Drawer_bar__plus_01_dot_60_bar__plus_00_dot_17_bar__minus_00_dot_99)
  (inReceptacle Box_bar__plus_00_dot_19_bar__plus_01_dot_00_bar__minus_00_dot_69 Cabinet_bar__minus_00_dot_05_bar__plus_01_dot_70_bar__minus_01_dot_07)
  (inReceptacle Box_bar__minus_00_dot_03_bar__plus_00_dot_40_bar__minus_00_dot_79 Cabinet_bar__minus_00_dot_05_bar__plus_01_dot_70_bar__minus_01_dot_07)
  (inReceptacle CD_bar__minus_00_dot_51_bar__plus_01_dot_69_bar__minus_00_dot_51 Cabinet_bar__minus_00_dot_15_bar__plus_01_dot_45_bar__minus_00_dot_50)
  (inReceptacle CD_bar__minus_00_dot_59_bar__plus_00_dot_17_bar__minus_01_dot_64 Cabinet_bar__minus_00_dot_03_bar__plus_01_dot_53_bar__minus_01_dot_92)
  (inReceptacle CD_bar__minus_00_dot_57_bar__plus_00_dot_86_bar__minus_01_dot_87 Cabinet_bar__minus_00_dot_03_bar__plus_01_dot_53_bar__minus_01_dot_92)
  (inReceptacle CellPhone_bar__plus_00_dot_23_bar__plus_01_dot_64_bar__plus_00_dot_13 Bed_bar__plus_01_dot_18_bar__plus_00_dot_00_bar__plus_00_dot_24)
  (inReceptacle CellPhone_bar__plus_01_dot_74_bar__plus_01_dot_42_bar__minus_00_dot_98 SideTable_bar__plus_01_dot_60_bar__plus_00_dot_46_bar__minus_00_dot_99)
  (inReceptacle CellPhone_bar__minus_00_dot_63_bar__plus_00_dot_01_bar__minus_01_dot_66 Desk_bar__minus_00_dot_96_bar_00_dot_00_bar__minus_02_dot_06)
  (inReceptacle CreditCard_bar__minus_00_dot_12_bar__plus_00_dot_44_bar__minus_01_dot_56 Desk_bar__minus_00_dot_96_bar_00_dot_00_bar__minus_02_dot_06)
  (inReceptacle KeyChain_bar__plus_01_dot_49_bar__plus_00_dot_18_bar__minus_01_dot_18 Drawer_bar__plus_01_dot_60_bar__plus_00_dot_17_bar__minus_00_dot_99)
  (inReceptacle KeyChain_bar__minus_00_dot_64_bar__plus_01_dot_15_bar__minus_02_dot_01 Desk_bar__minus_00_dot_96_bar_00_dot_00_bar__minus_02_dot_06)
  (inReceptacle Laptop_bar__plus_01_dot_98_bar__plus_00_dot_07_bar__minus_00_dot_46 SideTable_bar__plus_01_dot_60_bar__plus_00_dot_46_bar__minus_00_dot_99)
  (inReceptacle Pen_bar__minus_00_dot_81_bar__plus_00_dot_78_bar__minus_01_dot_88 Shelf_bar__minus_00_dot_94_bar__plus_01_dot_34_bar__minus_02_dot_12)
  (inReceptacle Pencil_bar__minus_00_dot_30_bar__plus_01_dot_22_bar__minus_01_dot_75 Desk_bar__minus_00_dot_96_bar_00_dot_00_bar__minus_02_dot_06)
  (inReceptacle Pencil_bar__minus_00_dot_21_bar__plus_00_dot_71_bar__minus_02_dot_09 Desk_bar__minus_00_dot_96_bar_00_dot_00_bar__minus_02_dot_06)
  (inReceptacle Pillow_bar__minus_00_dot_06_bar__plus_00_dot_49_bar__plus_00_dot_60 Bed_bar__plus_01_dot_18_bar__plus_00_dot_00_bar__plus_00_dot_24)
  (inReceptacle Pillow_bar__minus_00_dot_16_bar__plus_01_dot_68_bar__plus_00_dot_13 Bed_bar__plus_01_dot_18_bar__plus_00_dot_00_bar__plus_00_dot_24)
  (inReceptacle TennisRacket_bar__plus_01_dot_97_bar__plus_00_dot_19_bar__minus_00_dot_54 SideTable_bar__plus_01_dot_60_bar__plus_00_dot_46_bar__minus_00_dot_99)
  (inReceptacle TennisRacket_bar__minus_00_dot_42_bar__plus_00_dot_54_bar__minus_01_dot_93 Desk_bar__minus_00_dot_96_bar_00_dot_00_bar__minus_02_dot_06)
  (inReceptacle TennisRacket_bar__minus_00_dot_60_bar__plus_00_dot_19_bar__minus_02_dot_13 Desk_bar__minus_00_dot_96_bar_00_dot_00_bar__minus_02_dot_06)
  (receptacleAtLocation Bed_bar__plus_01_dot_18_bar__plus_00_dot_00_bar__plus_00_dot_24 loc_bar__minus_2_bar_1_bar_1_bar_30)
  (receptacleAtLocation Cabinet_bar__minus_00_dot_03_bar__plus_01_dot_53_bar__minus_01_dot_92 loc_bar__minus_1_bar__minus_5_bar_2_bar_0)
  (receptacleAtLocation Cabinet_bar__minus_00_dot_05_bar__plus_01_dot_70_bar__minus_01_dot_07 loc_bar_2_bar__minus_3_bar_3_bar__minus_30)
  (receptacleAtLocation Cabinet_bar__minus_00_dot_15_bar__plus_01_dot_45_bar__minus_00_dot_50 loc_bar__minus_2_bar_1_bar_2_bar__minus_30)
  (receptacleAtLocation Cabinet_bar__minus_00_dot_65_bar__plus_01_dot_40_bar__minus_01_dot_92 loc_bar__minus_2_bar__minus_5_bar_2_bar_0)
  (receptacleAtLocation Cabinet_bar__minus_00_dot_79_bar__plus_01_dot_53_bar__minus_01_dot_92 loc_bar__minus_2_bar__minus_5_bar_2_bar_0)
  (receptacleAtLocation Cabinet_bar__minus_01_dot_08_bar__plus_01_dot_53_bar__minus_01_dot_92 loc_bar__minus_6_bar__minus_4_bar_2_bar_0)
  (receptacleAtLocation Cabinet_bar__minus_01_dot_84_bar__plus_01_dot_53_bar__minus_01_dot_92 loc_bar__minus_6_bar__minus_4_bar_2_bar_0)
  (receptacleAtLocation Desk_bar__minus_00_dot_96_bar_00_dot_00_bar__minus_02_dot_06 loc_bar__minus_2_bar__minus_5_bar_2_bar_30)
  (receptacleAtLocation Drawer_bar__plus_01_dot_60_bar__plus_00_dot_17_bar__minus_00_dot_99 loc_bar_2_bar__minus_6_bar_1_bar_30)
  (receptacleAtLocation Drawer_bar__plus_01_dot_60_bar__plus_00_dot_46_bar__minus_00_dot_99 loc_bar_3_bar__minus_5_bar_1_bar_30)
  (receptacleAtLocation GarbageCan_bar__plus_00_dot_13_bar__plus_00_dot_00_bar__minus_02_dot_15 loc_bar_0_bar__minus_5_bar_2_bar_30)
  (receptacleAtLocation Shelf_bar__minus_00_dot_94_bar__plus_01_dot_34_bar__minus_02_dot_12 loc_bar__minus_2_bar__minus_5_bar_2_bar_0)
  (receptacleAtLocation SideTable_bar__plus_01_dot_60_bar__plus_00_dot_46_bar__minus_00_dot_99 loc_bar_4_bar__minus_3_bar_1_bar_30)
  (objectAtLocation Blinds_bar__minus_00_dot_53_bar__plus_00_dot_00_bar__minus_00_dot_78 loc_bar__minus_2_bar__minus_5_bar_0_bar_30)
  (objectAtLocation Chair_bar__minus_00_dot_70_bar__plus_01_dot_07_bar__minus_00_dot_56 loc_bar__minus_3_bar_0_bar_2_bar_30)
  (objectAtLocation Chair_bar__minus_00_dot_22_bar__plus_01_dot_41_bar__minus_01_dot_66 loc_bar_0_bar__minus_4_bar_2_bar_30)
  (objectAtLocation LightSwitch_bar__minus_02_dot_10_bar__plus_00_dot_58_bar__plus_00_dot_95 loc_bar__minus_5_bar_3_bar_3_bar_30)
  (objectAtLocation Mirror_bar__minus_00_dot_88_bar__plus_00_dot_72_bar__plus_00_dot_00 loc_bar__minus_3_bar__minus_2_bar_0_bar_30)
  (objectAtLocation Poster_bar__plus_01_dot_20_bar__plus_00_dot_90_bar__minus_00_dot_39 loc_bar_2_bar__minus_3_bar_1_bar_30)
  (objectAtLocation Window_bar__plus_00_dot_43_bar__plus_00_dot_58_bar__minus_01_dot_16 loc_bar__minus_1_bar__minus_4_bar_1_bar_30)
  (objectAtLocation Window_bar__minus_00_dot_23_bar__plus_01_dot_62_bar__minus_01_dot_54 loc_bar_2_bar__minus_6_bar_3_bar_30)
  (objectAtLocation AlarmClock_bar__minus_00_dot_68_bar__plus_01_dot_78_bar__minus_01_dot_61 loc_bar__minus_2_bar__minus_5_bar_2_bar_0)
  (objectAtLocation AlarmClock_bar__minus_00_dot_40_bar__plus_00_dot_08_bar__minus_01_dot_78 loc_bar__minus_2_bar__minus_5_bar_2_bar_30)
  (objectAtLocation BaseballBat_bar__plus_00_dot_35_bar__plus_00_dot_44_bar__plus_00_dot_63 loc_bar__minus_2_bar_1_bar_1_bar_30)
  (objectAtLocation BasketBall_bar__minus_00_dot_19_bar__plus_00_dot_73_bar__plus_00_dot_25 loc_bar__minus_2_bar_1_bar_1_bar_30)
  (objectAtLocation BasketBall_bar__minus_00_dot_53_bar__plus_00_dot_93_bar__minus_01_dot_86 loc_bar__minus_2_bar__minus_5_bar_2_bar_30)
  (objectAtLocation Book_bar__plus_01_dot_10_bar__plus_01_dot_03_bar__minus_01_dot_63 loc_bar_2_bar__minus_6_bar_1_bar_30)
  (objectAtLocation Box_bar__plus_00_dot_19_bar__plus_01_dot_00_bar__minus_00_dot_69 loc_bar_2_bar__minus_3_bar_3_bar__minus_30)
  (objectAtLocation Box_bar__minus_00_dot_03_bar__plus_00_dot_40_bar__minus_00_dot_79 loc_bar_2_bar__minus_3_bar_3_bar__minus_30)
  (objectAtLocation CD_bar__minus_00_dot_51_bar__plus_01_dot_69_bar__minus_00_dot_51 loc_bar__minus_2_bar_1_bar_2_bar__minus_30)
  (objectAtLocation CD_bar__minus_00_dot_59_bar__plus_00_dot_17_bar__minus_01_dot_64 loc_bar__minus_1_bar__minus_5_bar_2_bar_0)
  (objectAtLocation CD_bar__minus_00_dot_57_bar__plus_00_dot_86_bar__minus_01_dot_87 loc_bar__minus_1_bar__minus_5_bar_2_bar_0)
  (objectAtLocation CellPhone_bar__plus_00_dot_23_bar__plus_01_dot_64_bar__plus_00_dot_13 loc_bar__minus_2_bar_1_bar_1_bar_30)
  (objectAtLocation CellPhone_bar__plus_01_dot_74_bar__plus_01_dot_42_bar__minus_00_dot_98 loc_bar_4_bar__minus_3_bar_1_bar_30)
  (objectAtLocation CellPhone_bar__minus_00_dot_63_bar__plus_00_dot_01_bar__minus_01_dot_66 loc_bar__minus_2_bar__minus_5_bar_2_bar_30)
  (objectAtLocation CreditCard_bar__minus_00_dot_12_bar__plus_00_dot_44_bar__minus_01_dot_56 loc_bar__minus_2_bar__minus_5_bar_2_bar_30)
  (objectAtLocation KeyChain_bar__plus_01_dot_49_bar__plus_00_dot_18_bar__minus_01_dot_18 loc_bar_2_bar__minus_6_bar_1_bar_30)
  (objectAtLocation KeyChain_bar__minus_00_dot_64_bar__plus_01_dot_15_bar__minus_02_dot_01 loc_bar__minus_2_bar__minus_5_bar_2_bar_30)
  (objectAtLocation Laptop_bar__plus_01_dot_98_bar__plus_00_dot_07_bar__minus_00_dot_46 loc_bar_4_bar__minus_3_bar_1_bar_30)
  (objectAtLocation Pen_bar__minus_00_dot_81_bar__plus_00_dot_78_bar__minus_01_dot_88 loc_bar__minus_2_bar__minus_5_bar_2_bar_0)
  (objectAtLocation Pencil_bar__minus_00_dot_30_bar__plus_01_dot_22_bar__minus_01_dot_75 loc_bar__minus_2_bar__minus_5_bar_2_bar_30)
  (objectAtLocation Pencil_bar__minus_00_dot_21_bar__plus_00_dot_71_bar__minus_02_dot_09 loc_bar__minus_2_bar__minus_5_bar_2_bar_30)
  (objectAtLocation Pillow_bar__minus_00_dot_06_bar__plus_00_dot_49_bar__plus_00_dot_60 loc_bar__minus_2_bar_1_bar_1_bar_30)
  (objectAtLocation Pillow_bar__minus_00_dot_16_bar__plus_01_dot_68_bar__plus_00_dot_13 loc_bar__minus_2_bar_1_bar_1_bar_30)
  (objectAtLocation TennisRacket_bar__plus_01_dot_97_bar__plus_00_dot_19_bar__minus_00_dot_54 loc_bar_4_bar__minus_3_bar_1_bar_30)
  (objectAtLocation TennisRacket_bar__minus_00_dot_42_bar__plus_00_dot_54_bar__minus_01_dot_93 loc_bar__minus_2_bar__minus_5_bar_2_bar_30)
  (objectAtLocation TennisRacket_bar__minus_00_dot_60_bar__plus_00_dot_19_bar__minus_02_dot_13 loc_bar__minus_2_bar__minus_5_bar_2_bar_30)
  )

        (:goal
            (and
                (exists (?r - receptacle)
                    (exists (?o - object)
                        (and
                            (inReceptacle ?o ?r)
                            (objectType ?o BookType)
                            (receptacleType ?r BedType)
                        )
                    )
                )
            )
        )
    )
    