
(define (problem plan_trial_T22260101_000300_590259)
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
  Blinds_bar__minus_00_dot_30_bar__plus_00_dot_82_bar__plus_02_dot_27 - object
  Chair_bar__minus_02_dot_13_bar__plus_00_dot_31_bar__plus_01_dot_33 - object
  Chair_bar__plus_00_dot_58_bar__plus_00_dot_69_bar__plus_00_dot_28 - object
  DeskLamp_bar__minus_00_dot_48_bar__plus_00_dot_21_bar__minus_01_dot_30 - object
  LaundryHamperLid_bar__minus_01_dot_24_bar__plus_01_dot_64_bar__plus_02_dot_64 - object
  LightSwitch_bar__minus_01_dot_21_bar__plus_00_dot_17_bar__plus_00_dot_70 - object
  Mirror_bar__plus_01_dot_16_bar__plus_00_dot_26_bar__minus_00_dot_85 - object
  Window_bar__plus_01_dot_07_bar__plus_01_dot_11_bar__plus_00_dot_13 - object
  Window_bar__minus_01_dot_30_bar__plus_00_dot_05_bar__plus_02_dot_97 - object
  AlarmClock_bar__minus_00_dot_94_bar__plus_00_dot_60_bar__plus_00_dot_45 - object
  AlarmClock_bar__minus_00_dot_25_bar__plus_01_dot_03_bar__minus_01_dot_20 - object
  AlarmClock_bar__minus_00_dot_26_bar__plus_00_dot_75_bar__minus_01_dot_20 - object
  BaseballBat_bar__plus_00_dot_70_bar__plus_01_dot_43_bar__plus_01_dot_40 - object
  BasketBall_bar__minus_00_dot_54_bar__plus_00_dot_59_bar__minus_01_dot_60 - object
  BasketBall_bar__minus_00_dot_69_bar__plus_00_dot_03_bar__minus_01_dot_59 - object
  BasketBall_bar__minus_00_dot_88_bar__plus_01_dot_26_bar__plus_00_dot_73 - object
  Book_bar__minus_00_dot_95_bar__plus_00_dot_10_bar__plus_00_dot_38 - object
  Book_bar__minus_00_dot_60_bar__plus_00_dot_80_bar__plus_00_dot_45 - object
  Book_bar__minus_00_dot_30_bar__plus_00_dot_75_bar__minus_01_dot_57 - object
  Bowl_bar__minus_01_dot_12_bar__plus_00_dot_77_bar__plus_00_dot_42 - object
  Bowl_bar__minus_00_dot_69_bar__plus_00_dot_04_bar__minus_01_dot_33 - object
  Bowl_bar__minus_00_dot_79_bar__plus_00_dot_30_bar__plus_00_dot_45 - object
  CD_bar__minus_01_dot_10_bar__plus_01_dot_38_bar__plus_00_dot_98 - object
  CD_bar__minus_01_dot_23_bar__plus_00_dot_20_bar__plus_01_dot_14 - object
  CellPhone_bar__minus_01_dot_06_bar__plus_00_dot_79_bar__plus_00_dot_46 - object
  CellPhone_bar__minus_00_dot_68_bar__plus_01_dot_03_bar__minus_00_dot_99 - object
  CellPhone_bar__plus_00_dot_64_bar__plus_00_dot_51_bar__plus_01_dot_38 - object
  CreditCard_bar__minus_01_dot_45_bar__plus_01_dot_45_bar__plus_01_dot_17 - object
  CreditCard_bar__minus_01_dot_93_bar__plus_00_dot_74_bar__plus_01_dot_09 - object
  CreditCard_bar__minus_00_dot_19_bar__plus_00_dot_42_bar__minus_01_dot_49 - object
  KeyChain_bar__minus_00_dot_46_bar__plus_00_dot_85_bar__minus_01_dot_26 - object
  Laptop_bar__plus_00_dot_19_bar__plus_00_dot_90_bar__plus_01_dot_20 - object
  Mug_bar__minus_01_dot_62_bar__plus_01_dot_60_bar__plus_01_dot_19 - object
  Mug_bar__minus_00_dot_94_bar__plus_01_dot_08_bar__plus_00_dot_42 - object
  Mug_bar__minus_01_dot_50_bar__plus_01_dot_73_bar__plus_00_dot_30 - object
  Pen_bar__minus_00_dot_54_bar__plus_00_dot_38_bar__plus_00_dot_02 - object
  Pen_bar__minus_01_dot_28_bar__plus_00_dot_65_bar__plus_01_dot_15 - object
  Pen_bar__minus_00_dot_49_bar__plus_01_dot_06_bar__minus_00_dot_03 - object
  Pencil_bar__minus_01_dot_05_bar__plus_01_dot_62_bar__plus_00_dot_34 - object
  Pillow_bar__plus_00_dot_22_bar__plus_01_dot_60_bar__plus_01_dot_56 - object
  Bed_bar__plus_01_dot_23_bar__plus_00_dot_00_bar__plus_01_dot_67 - receptacle
  Desk_bar__minus_00_dot_57_bar__plus_00_dot_00_bar__minus_01_dot_35 - receptacle
  Desk_bar__minus_01_dot_58_bar__plus_00_dot_02_bar__plus_00_dot_67 - receptacle
  Drawer_bar__plus_00_dot_86_bar__plus_01_dot_33_bar__minus_00_dot_94 - receptacle
  Drawer_bar__minus_00_dot_51_bar__plus_00_dot_19_bar__minus_00_dot_85 - receptacle
  Drawer_bar__minus_00_dot_51_bar__plus_00_dot_72_bar__minus_00_dot_85 - receptacle
  Drawer_bar__minus_02_dot_07_bar__plus_00_dot_74_bar__plus_00_dot_73 - receptacle
  GarbageCan_bar__minus_00_dot_75_bar__plus_00_dot_00_bar__minus_00_dot_34 - receptacle
  LaundryHamper_bar__plus_00_dot_92_bar__plus_00_dot_95_bar__minus_00_dot_95 - receptacle
  Safe_bar__minus_02_dot_18_bar__plus_00_dot_00_bar__plus_02_dot_58 - receptacle
  Shelf_bar__minus_01_dot_29_bar__plus_00_dot_87_bar__plus_00_dot_41 - receptacle
  Shelf_bar__minus_01_dot_29_bar__plus_01_dot_72_bar__plus_00_dot_41 - receptacle
  Shelf_bar__minus_01_dot_96_bar__plus_00_dot_87_bar__plus_00_dot_41 - receptacle
  Shelf_bar__minus_01_dot_96_bar__plus_01_dot_34_bar__plus_00_dot_41 - receptacle
  Shelf_bar__minus_01_dot_96_bar__plus_01_dot_72_bar__plus_00_dot_41 - receptacle
  loc_bar__minus_1_bar_0_bar_1_bar_30 - location
  loc_bar__minus_1_bar_3_bar_3_bar_30 - location
  loc_bar__minus_1_bar_4_bar_3_bar_30 - location
  loc_bar__minus_1_bar_5_bar_3_bar_30 - location
  loc_bar__minus_1_bar_6_bar_1_bar_30 - location
  loc_bar__minus_2_bar_9_bar_3_bar_30 - location
  loc_bar__minus_3_bar_4_bar_3_bar_0 - location
  loc_bar__minus_4_bar_5_bar_2_bar__minus_30 - location
  loc_bar__minus_4_bar_6_bar_2_bar_30 - location
  loc_bar__minus_4_bar_8_bar_0_bar_30 - location
  loc_bar__minus_4_bar_8_bar_3_bar_30 - location
  loc_bar__minus_5_bar_6_bar_3_bar_30 - location
  loc_bar__minus_5_bar_9_bar_1_bar_30 - location
  loc_bar__minus_7_bar_5_bar_2_bar__minus_30 - location
  loc_bar__minus_7_bar_6_bar_2_bar_30 - location
  loc_bar__minus_7_bar_8_bar_2_bar_30 - location
  loc_bar_1_bar__minus_3_bar_1_bar_30 - location
  loc_bar_1_bar__minus_5_bar_0_bar_30 - location
  loc_bar_1_bar__minus_5_bar_3_bar_30 - location
  loc_bar_1_bar_0_bar_3_bar_30 - location
  loc_bar_2_bar__minus_6_bar_0_bar_30 - location
  loc_bar_6_bar__minus_2_bar_3_bar_30 - location
  loc_bar_6_bar_0_bar_3_bar_30 - location
  )

(:init
  (receptacleType Bed_bar__plus_01_dot_23_bar__plus_00_dot_00_bar__plus_01_dot_67 BedType)
  (receptacleType Desk_bar__minus_00_dot_57_bar__plus_00_dot_00_bar__minus_01_dot_35 DeskType)
  (receptacleType Desk_bar__minus_01_dot_58_bar__plus_00_dot_02_bar__plus_00_dot_67 DeskType)
  (receptacleType Drawer_bar__plus_00_dot_86_bar__plus_01_dot_33_bar__minus_00_dot_94 DrawerType)
  (receptacleType Drawer_bar__minus_00_dot_51_bar__plus_00_dot_19_bar__minus_00_dot_85 DrawerType)
  (receptacleType Drawer_bar__minus_00_dot_51_bar__plus_00_dot_72_bar__minus_00_dot_85 DrawerType)
  (receptacleType Drawer_bar__minus_02_dot_07_bar__plus_00_dot_74_bar__plus_00_dot_73 DrawerType)
  (receptacleType GarbageCan_bar__minus_00_dot_75_bar__plus_00_dot_00_bar__minus_00_dot_34 GarbageCanType)
  (receptacleType LaundryHamper_bar__plus_00_dot_92_bar__plus_00_dot_95_bar__minus_00_dot_95 LaundryHamperType)
  (receptacleType Safe_bar__minus_02_dot_18_bar__plus_00_dot_00_bar__plus_02_dot_58 SafeType)
  (receptacleType Shelf_bar__minus_01_dot_29_bar__plus_00_dot_87_bar__plus_00_dot_41 ShelfType)
  (receptacleType Shelf_bar__minus_01_dot_29_bar__plus_01_dot_72_bar__plus_00_dot_41 ShelfType)
  (receptacleType Shelf_bar__minus_01_dot_96_bar__plus_00_dot_87_bar__plus_00_dot_41 ShelfType)
  (receptacleType Shelf_bar__minus_01_dot_96_bar__plus_01_dot_34_bar__plus_00_dot_41 ShelfType)
  (receptacleType Shelf_bar__minus_01_dot_96_bar__plus_01_dot_72_bar__plus_00_dot_41 ShelfType)
  (objectType Blinds_bar__minus_00_dot_30_bar__plus_00_dot_82_bar__plus_02_dot_27 BlindsType)
  (objectType Chair_bar__minus_02_dot_13_bar__plus_00_dot_31_bar__plus_01_dot_33 ChairType)
  (objectType Chair_bar__plus_00_dot_58_bar__plus_00_dot_69_bar__plus_00_dot_28 ChairType)
  (objectType DeskLamp_bar__minus_00_dot_48_bar__plus_00_dot_21_bar__minus_01_dot_30 DeskLampType)
  (objectType LaundryHamperLid_bar__minus_01_dot_24_bar__plus_01_dot_64_bar__plus_02_dot_64 LaundryHamperLidType)
  (objectType LightSwitch_bar__minus_01_dot_21_bar__plus_00_dot_17_bar__plus_00_dot_70 LightSwitchType)
  (objectType Mirror_bar__plus_01_dot_16_bar__plus_00_dot_26_bar__minus_00_dot_85 MirrorType)
  (objectType Window_bar__plus_01_dot_07_bar__plus_01_dot_11_bar__plus_00_dot_13 WindowType)
  (objectType Window_bar__minus_01_dot_30_bar__plus_00_dot_05_bar__plus_02_dot_97 WindowType)
  (objectType AlarmClock_bar__minus_00_dot_94_bar__plus_00_dot_60_bar__plus_00_dot_45 AlarmClockType)
  (objectType AlarmClock_bar__minus_00_dot_25_bar__plus_01_dot_03_bar__minus_01_dot_20 AlarmClockType)
  (objectType AlarmClock_bar__minus_00_dot_26_bar__plus_00_dot_75_bar__minus_01_dot_20 AlarmClockType)
  (objectType BaseballBat_bar__plus_00_dot_70_bar__plus_01_dot_43_bar__plus_01_dot_40 BaseballBatType)
  (objectType BasketBall_bar__minus_00_dot_54_bar__plus_00_dot_59_bar__minus_01_dot_60 BasketBallType)
  (objectType BasketBall_bar__minus_00_dot_69_bar__plus_00_dot_03_bar__minus_01_dot_59 BasketBallType)
  (objectType BasketBall_bar__minus_00_dot_88_bar__plus_01_dot_26_bar__plus_00_dot_73 BasketBallType)
  (objectType Book_bar__minus_00_dot_95_bar__plus_00_dot_10_bar__plus_00_dot_38 BookType)
  (objectType Book_bar__minus_00_dot_60_bar__plus_00_dot_80_bar__plus_00_dot_45 BookType)
  (objectType Book_bar__minus_00_dot_30_bar__plus_00_dot_75_bar__minus_01_dot_57 BookType)
  (objectType Bowl_bar__minus_01_dot_12_bar__plus_00_dot_77_bar__plus_00_dot_42 BowlType)
  (objectType Bowl_bar__minus_00_dot_69_bar__plus_00_dot_04_bar__minus_01_dot_33 BowlType)
  (objectType Bowl_bar__minus_00_dot_79_bar__plus_00_dot_30_bar__plus_00_dot_45 BowlType)
  (objectType CD_bar__minus_01_dot_10_bar__plus_01_dot_38_bar__plus_00_dot_98 CDType)
  (objectType CD_bar__minus_01_dot_23_bar__plus_00_dot_20_bar__plus_01_dot_14 CDType)
  (objectType CellPhone_bar__minus_01_dot_06_bar__plus_00_dot_79_bar__plus_00_dot_46 CellPhoneType)
  (objectType CellPhone_bar__minus_00_dot_68_bar__plus_01_dot_03_bar__minus_00_dot_99 CellPhoneType)
  (objectType CellPhone_bar__plus_00_dot_64_bar__plus_00_dot_51_bar__plus_01_dot_38 CellPhoneType)
  (objectType CreditCard_bar__minus_01_dot_45_bar__plus_01_dot_45_bar__plus_01_dot_17 CreditCardType)
  (objectType CreditCard_bar__minus_01_dot_93_bar__plus_00_dot_74_bar__plus_01_dot_09 CreditCardType)
  (objectType CreditCard_bar__minus_00_dot_19_bar__plus_00_dot_42_bar__minus_01_dot_49 CreditCardType)
  (objectType KeyChain_bar__minus_00_dot_46_bar__plus_00_dot_85_bar__minus_01_dot_26 KeyChainType)
  (objectType Laptop_bar__plus_00_dot_19_bar__plus_00_dot_90_bar__plus_01_dot_20 LaptopType)
  (objectType Mug_bar__minus_01_dot_62_bar__plus_01_dot_60_bar__plus_01_dot_19 MugType)
  (objectType Mug_bar__minus_00_dot_94_bar__plus_01_dot_08_bar__plus_00_dot_42 MugType)
  (objectType Mug_bar__minus_01_dot_50_bar__plus_01_dot_73_bar__plus_00_dot_30 MugType)
  (objectType Pen_bar__minus_00_dot_54_bar__plus_00_dot_38_bar__plus_00_dot_02 PenType)
  (objectType Pen_bar__minus_01_dot_28_bar__plus_00_dot_65_bar__plus_01_dot_15 PenType)
  (objectType Pen_bar__minus_00_dot_49_bar__plus_01_dot_06_bar__minus_00_dot_03 PenType)
  (objectType Pencil_bar__minus_01_dot_05_bar__plus_01_dot_62_bar__plus_00_dot_34 PencilType)
  (objectType Pillow_bar__plus_00_dot_22_bar__plus_01_dot_60_bar__plus_01_dot_56 PillowType)
  (canContain BedType BaseballBatType)
  (canContain BedType BasketBallType)
  (canContain BedType BookType)
  (canContain BedType CellPhoneType)
  (canContain BedType LaptopType)
  (canContain BedType PillowType)
  (canContain DeskType AlarmClockType)
  (canContain DeskType BasketBallType)
  (canContain DeskType BookType)
  (canContain DeskType BowlType)
  (canContain DeskType CDType)
  (canContain DeskType CellPhoneType)
  (canContain DeskType CreditCardType)
  (canContain DeskType KeyChainType)
  (canContain DeskType LaptopType)
  (canContain DeskType MugType)
  (canContain DeskType PenType)
  (canContain DeskType PencilType)
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
  (canContain SafeType CDType)
  (canContain SafeType CellPhoneType)
  (canContain SafeType CreditCardType)
  (canContain SafeType KeyChainType)
  (canContain ShelfType AlarmClockType)
  (canContain ShelfType BookType)
  (canContain ShelfType BowlType)
  (canContain ShelfType CDType)
  (canContain ShelfType CellPhoneType)
  (canContain ShelfType CreditCardType)
  (canContain ShelfType KeyChainType)
  (canContain ShelfType MugType)
  (canContain ShelfType PenType)
  (canContain ShelfType PencilType)
  (isReceptacleObject Bowl_bar__minus_01_dot_12_bar__plus_00_dot_77_bar__plus_00_dot_42)
  (isReceptacleObject Bowl_bar__minus_00_dot_69_bar__plus_00_dot_04_bar__minus_01_dot_33)
  (isReceptacleObject Bowl_bar__minus_00_dot_79_bar__plus_00_dot_30_bar__plus_00_dot_45)
  (isReceptacleObject Mug_bar__minus_01_dot_62_bar__plus_01_dot_60_bar__plus_01_dot_19)
  (isReceptacleObject Mug_bar__minus_00_dot_94_bar__plus_01_dot_08_bar__plus_00_dot_42)
  (isReceptacleObject Mug_bar__minus_01_dot_50_bar__plus_01_dot_73_bar__plus_00_dot_30)
  (openable Drawer_bar__minus_00_dot_51_bar__plus_00_dot_19_bar__minus_00_dot_85)
  (openable Drawer_bar__minus_00_dot_51_bar__plus_00_dot_72_bar__minus_00_dot_85)
  (openable Drawer_bar__minus_02_dot_07_bar__plus_00_dot_74_bar__plus_00_dot_73)
  (openable Safe_bar__minus_02_dot_18_bar__plus_00_dot_00_bar__plus_02_dot_58)
  (atLocation agent1 loc_bar__minus_1_bar_5_bar_3_bar_30)
  (cleanable Bowl_bar__minus_01_dot_12_bar__plus_00_dot_77_bar__plus_00_dot_42)
  (cleanable Bowl_bar__minus_00_dot_69_bar__plus_00_dot_04_bar__minus_01_dot_33)
  (cleanable Bowl_bar__minus_00_dot_79_bar__plus_00_dot_30_bar__plus_00_dot_45)
  (cleanable Mug_bar__minus_01_dot_62_bar__plus_01_dot_60_bar__plus_01_dot_19)
  (cleanable Mug_bar__minus_00_dot_94_bar__plus_01_dot_08_bar__plus_00_dot_42)
  (cleanable Mug_bar__minus_01_dot_50_bar__plus_01_dot_73_bar__plus_00_dot_30)
  (heatable Mug_bar__minus_01_dot_62_bar__plus_01_dot_60_bar__plus_01_dot_19)
  (heatable Mug_bar__minus_00_dot_94_bar__plus_01_dot_08_bar__plus_00_dot_42)
  (heatable Mug_bar__minus_01_dot_50_bar__plus_01_dot_73_bar__plus_00_dot_30)
  (coolable Bowl_bar__minus_01_dot_12_bar__plus_00_dot_77_bar__plus_00_dot_42)
  (coolable Bowl_bar__minus_00_dot_69_bar__plus_00_dot_04_bar__minus_01_dot_33)
  (coolable Bowl_bar__minus_00_dot_79_bar__plus_00_dot_30_bar__plus_00_dot_45)
  (coolable Mug_bar__minus_01_dot_62_bar__plus_01_dot_60_bar__plus_01_dot_19)
  (coolable Mug_bar__minus_00_dot_94_bar__plus_01_dot_08_bar__plus_00_dot_42)
  (coolable Mug_bar__minus_01_dot_50_bar__plus_01_dot_73_bar__plus_00_dot_30)
  (toggleable DeskLamp_bar__minus_00_dot_48_bar__plus_00_dot_21_bar__minus_01_dot_30)
  (pickupable AlarmClock_bar__minus_00_dot_94_bar__plus_00_dot_60_bar__plus_00_dot_45)
  (pickupable AlarmClock_bar__minus_00_dot_25_bar__plus_01_dot_03_bar__minus_01_dot_20)
  (pickupable AlarmClock_bar__minus_00_dot_26_bar__plus_00_dot_75_bar__minus_01_dot_20)
  (pickupable BaseballBat_bar__plus_00_dot_70_bar__plus_01_dot_43_bar__plus_01_dot_40)
  (pickupable BasketBall_bar__minus_00_dot_54_bar__plus_00_dot_59_bar__minus_01_dot_60)
  (pickupable BasketBall_bar__minus_00_dot_69_bar__plus_00_dot_03_bar__minus_01_dot_59)
  (pickupable BasketBall_bar__minus_00_dot_88_bar__plus_01_dot_26_bar__plus_00_dot_73)
  (pickupable Book_bar__minus_00_dot_95_bar__plus_00_dot_10_bar__plus_00_dot_38)
  (pickupable Book_bar__minus_00_dot_60_bar__plus_00_dot_80_bar__plus_00_dot_45)
  (pickupable Book_bar__minus_00_dot_30_bar__plus_00_dot_75_bar__minus_01_dot_57)
  (pickupable Bowl_bar__minus_01_dot_12_bar__plus_00_dot_77_bar__plus_00_dot_42)
  (pickupable Bowl_bar__minus_00_dot_69_bar__plus_00_dot_04_bar__minus_01_dot_33)
  (pickupable Bowl_bar__minus_00_dot_79_bar__plus_00_dot_30_bar__plus_00_dot_45)
  (pickupable CD_bar__minus_01_dot_10_bar__plus_01_dot_38_bar__plus_00_dot_98)
  (pickupable CD_bar__minus_01_dot_23_bar__plus_00_dot_20_bar__plus_01_dot_14)
  (pickupable CellPhone_bar__minus_01_dot_06_bar__plus_00_dot_79_bar__plus_00_dot_46)
  (pickupable CellPhone_bar__minus_00_dot_68_bar__plus_01_dot_03_bar__minus_00_dot_99)
  (pickupable CellPhone_bar__plus_00_dot_64_bar__plus_00_dot_51_bar__plus_01_dot_38)
  (pickupable CreditCard_bar__minus_01_dot_45_bar__plus_01_dot_45_bar__plus_01_dot_17)
  (pickupable CreditCard_bar__minus_01_dot_93_bar__plus_00_dot_74_bar__plus_01_dot_09)
  (pickupable CreditCard_bar__minus_00_dot_19_bar__plus_00_dot_42_bar__minus_01_dot_49)
  (pickupable KeyChain_bar__minus_00_dot_46_bar__plus_00_dot_85_bar__minus_01_dot_26)
  (pickupable Laptop_bar__plus_00_dot_19_bar__plus_00_dot_90_bar__plus_01_dot_20)
  (pickupable Mug_bar__minus_01_dot_62_bar__plus_01_dot_60_bar__plus_01_dot_19)
  (pickupable Mug_bar__minus_00_dot_94_bar__plus_01_dot_08_bar__plus_00_dot_42)
  (pickupable Mug_bar__minus_01_dot_50_bar__plus_01_dot_73_bar__plus_00_dot_30)
  (pickupable Pen_bar__minus_00_dot_54_bar__plus_00_dot_38_bar__plus_00_dot_02)
  (pickupable Pen_bar__minus_01_dot_28_bar__plus_00_dot_65_bar__plus_01_dot_15)
  (pickupable Pen_bar__minus_00_dot_49_bar__plus_01_dot_06_bar__minus_00_dot_03)
  (pickupable Pencil_bar__minus_01_dot_05_bar__plus_01_dot_62_bar__plus_00_dot_34)
  (pickupable Pillow_bar__plus_00_dot_22_bar__plus_01_dot_60_bar__plus_01_dot_56)
  (inReceptacle DeskLamp_bar__minus_00_dot_48_bar__plus_00_dot_21_bar__minus_01_dot_30 Desk_bar__minus_00_dot_57_bar__plus_00_dot_00_bar__minus_01_dot_35)
  (inReceptacle AlarmClock_bar__minus_00_dot_94_bar__plus_00_dot_60_bar__plus_00_dot_45 Desk_bar__minus_01_dot_58_bar__plus_00_dot_02_bar__plus_00_dot_67)
  (inReceptacle AlarmClock_bar__minus_00_dot_25_bar__plus_01_dot_03_bar__minus_01_dot_20 Desk_bar__minus_00_dot_57_bar__plus_00_dot_00_bar__minus_01_dot_35)
  (inReceptacle AlarmClock_bar__minus_00_dot_26_bar__plus_00_dot_75_bar__minus_01_dot_20 Desk_bar__minus_00_dot_57_bar__plus_00_dot_00_bar__minus_01_dot_35)
  (inReceptacle BaseballBat_bar__plus_00_dot_70_bar__plus_01_dot_43_bar__plus_01_dot_40 Bed_bar__plus_01_dot_23_bar__plus_00_dot_00_bar__plus_01_dot_67)
  (inReceptacle BasketBall_bar__minus_00_dot_54_bar__plus_00_dot_59_bar__minus_01_dot_60 Desk_bar__minus_00_dot_57_bar__plus_00_dot_00_bar__minus_01_dot_35)
  (inReceptacle BasketBall_bar__minus_00_dot_69_bar__plus_00_dot_03_bar__minus_01_dot_59 Desk_bar__minus_00_dot_57_bar__plus_00_dot_00_bar__minus_01_dot_35)
  (inReceptacle BasketBall_bar__minus_00_dot_88_bar__plus_01_dot_26_bar__plus_00_dot_73 Desk_bar__minus_01_dot_58_bar__plus_00_dot_02_bar__plus_00_dot_67)
  (inReceptacle Book_bar__minus_00_dot_95_bar__plus_00_dot_10_bar__plus_00_dot_38 Desk_bar__minus_01_dot_58_bar__plus_00_dot_02_bar__plus_00_dot_67)
  (inReceptacle Book_bar__minus_00_dot_60_bar__plus_00_dot_80_bar__plus_00_dot_45 Desk_bar__minus_01_dot_58_bar__plus_00_dot_02_bar__plus_00_dot_67)
  (inReceptacle Book_bar__minus_00_dot_30_bar__plus_00_dot_75_bar__minus_01_dot_57 Desk_bar__minus_00_dot_57_bar__plus_00_dot_00_bar__minus_01_dot_35)
  (inReceptacle Bowl_bar__minus_01_dot_12_bar__plus_00_dot_77_bar__plus_00_dot_42 Desk_bar__minus_01_dot_58_bar__plus_00_dot_02_bar__plus_00_dot_67)
  (inReceptacle Bowl_bar__minus_00_dot_69_bar__plus_00_dot_04_bar__minus_01_dot_33 Desk_bar__minus_00_dot_57_bar__plus_00_dot_00_bar__minus_01_dot_35)
  (inReceptacle Bowl_bar__minus_00_dot_79_bar__plus_00_dot_30_bar__plus_00_dot_45 Desk_bar__minus_01_dot_58_bar__plus_00_dot_02_bar__plus_00_dot_67)
  (inReceptacle CD_bar__minus_01_dot_10_bar__plus_01_dot_38_bar__plus_00_dot_98 Desk_bar__minus_01_dot_58_bar__plus_00_dot_02_bar__plus_00_dot_67)
  (inReceptacle CD_bar__minus_01_dot_23_bar__plus_00_dot_20_bar__plus_01_dot_14 Desk_bar__minus_01_dot_58_bar__plus_00_dot_02_bar__plus_00_dot_67)
  (inReceptacle CellPhone_bar__minus_01_dot_06_bar__plus_00_dot_79_bar__plus_00_dot_46 Desk_bar__minus_01_dot_58_bar__plus_00_dot_02_bar__plus_00_dot_67)
  (inReceptacle CellPhone_bar__minus_00_dot_68_bar__plus_01_dot_03_bar__minus_00_dot_99 Desk_bar__minus_00_dot_57_bar__plus_00_dot_00_bar__minus_01_dot_35)
  (inReceptacle CellPhone_bar__plus_00_dot_64_bar__plus_00_dot_51_bar__plus_01_dot_38 Bed_bar__plus_01_dot_23_bar__plus_00_dot_00_bar__plus_01_dot_67)
  (inReceptacle CreditCard_bar__minus_01_dot_45_bar__plus_01_dot_45_bar__plus_01_dot_17 Shelf_bar__minus_01_dot_96_bar__plus_01_dot_34_bar__plus_00_dot_41)
  (inReceptacle CreditCard_bar__minus_01_dot_93_bar__plus_00_dot_74_bar__plus_01_dot_09 Shelf_bar__minus_01_dot_96_bar__plus_00_dot_87_bar__plus_00_dot_41)
  (inReceptacle CreditCard_bar__minus_00_dot_19_bar__plus_00_dot_42_bar__minus_01_dot_49 Desk_bar__minus_00_dot_57_bar__plus_00_dot_00_bar__minus_01_dot_35)
  (inReceptacle KeyChain_bar__minus_00_dot_46_bar__plus_00_dot_85_bar__minus_01_dot_26 Desk_bar__minus_00_dot_57_bar__plus_00_dot_00_bar__minus_01_dot_35)
  (inReceptacle Laptop_bar__plus_00_dot_19_bar__plus_00_dot_90_bar__plus_01_dot_20 Bed_bar__plus_01_dot_23_bar__plus_00_dot_00_bar__plus_01_dot_67)
  (inReceptacle Mug_bar__minus_01_dot_62_bar__plus_01_dot_60_bar__plus_01_dot_19 Shelf_bar__minus_01_dot_96_bar__plus_00_dot_87_bar__plus_00_dot_41)
  (inReceptacle Mug_bar__minus_00_dot_94_bar__plus_01_dot_08_bar__plus_00_dot_42 Shelf_bar__minus_01_dot_29_bar__plus_01_dot_72_bar__plus_00_dot_41)
  (inReceptacle Mug_bar__minus_01_dot_50_bar__plus_01_dot_73_bar__plus_00_dot_30 Shelf_bar__minus_01_dot_96_bar__plus_01_dot_72_bar__plus_00_dot_41)
  (inReceptacle Pen_bar__minus_00_dot_54_bar__plus_00_dot_38_bar__plus_00_dot_02 GarbageCan_bar__minus_00_dot_75_bar__plus_00_dot_00_bar__minus_00_dot_34)
  (inReceptacle Pen_bar__minus_01_dot_28_bar__plus_00_dot_65_bar__plus_01_dot_15 Shelf_bar__minus_01_dot_96_bar__plus_01_dot_34_bar__plus_00_dot_41)
  (inReceptacle Pen_bar__minus_00_dot_49_bar__plus_01_dot_06_bar__minus_00_dot_03 GarbageCan_bar__minus_00_dot_75_bar__plus_00_dot_00_bar__minus_00_dot_34)
  (inReceptacle Pencil_bar__minus_01_dot_05_bar__plus_01_dot_62_bar__plus_00_dot_34 Shelf_bar__minus_01_dot_29_bar__plus_01_dot_72_bar__plus_00_dot_41)
  (inReceptacle Pillow_bar__plus_00_dot_22_bar__plus_01_dot_60_bar__plus_01_dot_56 Bed_bar__plus_01_dot_23_bar__plus_00_dot_00_bar__plus_01_dot_67)
  (receptacleAtLocation Bed_bar__plus_01_dot_23_bar__plus_00_dot_00_bar__plus_01_dot_67 loc_bar__minus_1_bar_6_bar_1_bar_30)
  (receptacleAtLocation Desk_bar__minus_00_dot_57_bar__plus_00_dot_00_bar__minus_01_dot_35 loc_bar_1_bar__minus_5_bar_3_bar_30)
  (receptacleAtLocation Desk_bar__minus_01_dot_58_bar__plus_00_dot_02_bar__plus_00_dot_67 loc_bar__minus_1_bar_3_bar_3_bar_30)
  (receptacleAtLocation Drawer_bar__plus_00_dot_86_bar__plus_01_dot_33_bar__minus_00_dot_94 loc_bar_2_bar__minus_6_bar_0_bar_30)
  (receptacleAtLocation Drawer_bar__minus_00_dot_51_bar__plus_00_dot_19_bar__minus_00_dot_85 loc_bar_2_bar__minus_6_bar_0_bar_30)
  (receptacleAtLocation Drawer_bar__minus_00_dot_51_bar__plus_00_dot_72_bar__minus_00_dot_85 loc_bar_1_bar__minus_5_bar_0_bar_30)
  (receptacleAtLocation Drawer_bar__minus_02_dot_07_bar__plus_00_dot_74_bar__plus_00_dot_73 loc_bar__minus_5_bar_6_bar_3_bar_30)
  (receptacleAtLocation GarbageCan_bar__minus_00_dot_75_bar__plus_00_dot_00_bar__minus_00_dot_34 loc_bar_1_bar_0_bar_3_bar_30)
  (receptacleAtLocation LaundryHamper_bar__plus_00_dot_92_bar__plus_00_dot_95_bar__minus_00_dot_95 loc_bar_1_bar__minus_3_bar_1_bar_30)
  (receptacleAtLocation Safe_bar__minus_02_dot_18_bar__plus_00_dot_00_bar__plus_02_dot_58 loc_bar__minus_4_bar_8_bar_3_bar_30)
  (receptacleAtLocation Shelf_bar__minus_01_dot_29_bar__plus_00_dot_87_bar__plus_00_dot_41 loc_bar__minus_4_bar_6_bar_2_bar_30)
  (receptacleAtLocation Shelf_bar__minus_01_dot_29_bar__plus_01_dot_72_bar__plus_00_dot_41 loc_bar__minus_4_bar_5_bar_2_bar__minus_30)
  (receptacleAtLocation Shelf_bar__minus_01_dot_96_bar__plus_00_dot_87_bar__plus_00_dot_41 loc_bar__minus_7_bar_6_bar_2_bar_30)
  (receptacleAtLocation Shelf_bar__minus_01_dot_96_bar__plus_01_dot_34_bar__plus_00_dot_41 loc_bar__minus_3_bar_4_bar_3_bar_0)
  (receptacleAtLocation Shelf_bar__minus_01_dot_96_bar__plus_01_dot_72_bar__plus_00_dot_41 loc_bar__minus_7_bar_5_bar_2_bar__minus_30)
  (objectAtLocation Blinds_bar__minus_00_dot_30_bar__plus_00_dot_82_bar__plus_02_dot_27 loc_bar__minus_5_bar_9_bar_1_bar_30)
  (objectAtLocation Chair_bar__minus_02_dot_13_bar__plus_00_dot_31_bar__plus_01_dot_33 loc_bar__minus_7_bar_8_bar_2_bar_30)
  (objectAtLocation Chair_bar__plus_00_dot_58_bar__plus_00_dot_69_bar__plus_00_dot_28 loc_bar__minus_1_bar_0_bar_1_bar_30)
  (objectAtLocation DeskLamp_bar__minus_00_dot_48_bar__plus_00_dot_21_bar__minus_01_dot_30 loc_bar_1_bar__minus_5_bar_3_bar_30)
  (objectAtLocation LaundryHamperLid_bar__minus_01_dot_24_bar__plus_01_dot_64_bar__plus_02_dot_64 loc_bar__minus_2_bar_9_bar_3_bar_30)
  (objectAtLocation LightSwitch_bar__minus_01_dot_21_bar__plus_00_dot_17_bar__plus_00_dot_70 loc_bar__minus_1_bar_4_bar_3_bar_30)
  (objectAtLocation Mirror_bar__plus_01_dot_16_bar__plus_00_dot_26_bar__minus_00_dot_85 loc_bar_6_bar__minus_2_bar_3_bar_30)
  (objectAtLocation Window_bar__plus_01_dot_07_bar__plus_01_dot_11_bar__plus_00_dot_13 loc_bar_6_bar_0_bar_3_bar_30)
  (objectAtLocation Window_bar__minus_01_dot_30_bar__plus_00_dot_05_bar__plus_02_dot_97 loc_bar__minus_4_bar_8_bar_0_bar_30)
  (objectAtLocation AlarmClock_bar__minus_00_dot_94_bar__plus_00_dot_60_bar__plus_00_dot_45 loc_bar__minus_1_bar_3_bar_3_bar_30)
  (objectAtLocation AlarmClock_bar__minus_00_dot_25_bar__plus_01_dot_03_bar__minus_01_dot_20 loc_bar_1_bar__minus_5_bar_3_bar_30)
  (objectAtLocation AlarmClock_bar__minus_00_dot_26_bar__plus_00_dot_75_bar__minus_01_dot_20 loc_bar_1_bar__minus_5_bar_3_bar_30)
  (objectAtLocation BaseballBat_bar__plus_00_dot_70_bar__plus_01_dot_43_bar__plus_01_dot_40 loc_bar__minus_1_bar_6_bar_1_bar_30)
  (objectAtLocation BasketBall_bar__minus_00_dot_54_bar__plus_00_dot_59_bar__minus_01_dot_60 loc_bar_1_bar__minus_5_bar_3_bar_30)
  (objectAtLocation BasketBall_bar__minus_00_dot_69_bar__plus_00_dot_03_bar__minus_01_dot_59 loc_bar_1_bar__minus_5_bar_3_bar_30)
  (objectAtLocation BasketBall_bar__minus_00_dot_88_bar__plus_01_dot_26_bar__plus_00_dot_73 loc_bar__minus_1_bar_3_bar_3_bar_30)
  (objectAtLocation Book_bar__minus_00_dot_95_bar__plus_00_dot_10_bar__plus_00_dot_38 loc_bar__minus_1_bar_3_bar_3_bar_30)
  (objectAtLocation Book_bar__minus_00_dot_60_bar__plus_00_dot_80_bar__plus_00_dot_45 loc_bar__minus_1_bar_3_bar_3_bar_30)
  (objectAtLocation Book_bar__minus_00_dot_30_bar__plus_00_dot_75_bar__minus_01_dot_57 loc_bar_1_bar__minus_5_bar_3_bar_30)
  (objectAtLocation Bowl_bar__minus_01_dot_12_bar__plus_00_dot_77_bar__plus_00_dot_42 loc_bar__minus_1_bar_3_bar_3_bar_30)
  (objectAtLocation Bowl_bar__minus_00_dot_69_bar__plus_00_dot_04_bar__minus_01_dot_33 loc_bar_1_bar__minus_5_bar_3_bar_30)
  (objectAtLocation Bowl_bar__minus_00_dot_79_bar__plus_00_dot_30_bar__plus_00_dot_45 loc_bar__minus_1_bar_3_bar_3_bar_30)
  (objectAtLocation CD_bar__minus_01_dot_10_bar__plus_01_dot_38_bar__plus_00_dot_98 loc_bar__minus_1_bar_3_bar_3_bar_30)
  (objectAtLocation CD_bar__minus_01_dot_23_bar__plus_00_dot_20_bar__plus_01_dot_14 loc_bar__minus_1_bar_3_bar_3_bar_30)
  (objectAtLocation CellPhone_bar__minus_01_dot_06_bar__plus_00_dot_79_bar__plus_00_dot_46 loc_bar__minus_1_bar_3_bar_3_bar_30)
  (objectAtLocation CellPhone_bar__minus_00_dot_68_bar__plus_01_dot_03_bar__minus_00_dot_99 loc_bar_1_bar__minus_5_bar_3_bar_30)
  (objectAtLocation CellPhone_bar__plus_00_dot_64_bar__plus_00_dot_51_bar__plus_01_dot_38 loc_bar__minus_1_bar_6_bar_1_bar_30)
  (objectAtLocation CreditCard_bar__minus_01_dot_45_bar__plus_01_dot_45_bar__plus_01_dot_17 loc_bar__minus_3_bar_4_bar_3_bar_0)
  (objectAtLocation CreditCard_bar__minus_01_dot_93_bar__plus_00_dot_74_bar__plus_01_dot_09 loc_bar__minus_7_bar_6_bar_2_bar_30)
  (objectAtLocation CreditCard_bar__minus_00_dot_19_bar__plus_00_dot_42_bar__minus_01_dot_49 loc_bar_1_bar__minus_5_bar_3_bar_30)
  (objectAtLocation KeyChain_bar__minus_00_dot_46_bar__plus_00_dot_85_bar__minus_01_dot_26 loc_bar_1_bar__minus_5_bar_3_bar_30)
  (objectAtLocation Laptop_bar__plus_00_dot_19_bar__plus_00_dot_90_bar__plus_01_dot_20 loc_bar__minus_1_bar_6_bar_1_bar_30)
  (objectAtLocation Mug_bar__minus_01_dot_62_bar__plus_01_dot_60_bar__plus_01_dot_19 loc_bar__minus_7_bar_6_bar_2_bar_30)
  (objectAtLocation Mug_bar__minus_00_dot_94_bar__plus_01_dot_08_bar__plus_00_dot_42 loc_bar__minus_4_bar_5_bar_2_bar__minus_30)
  (objectAtLocation Mug_bar__minus_01_dot_50_bar__plus_01_dot_73_bar__plus_00_dot_30 loc_bar__minus_7_bar_5_bar_2_bar__minus_30)
  (objectAtLocation Pen_bar__minus_00_dot_54_bar__plus_00_dot_38_bar__plus_00_dot_02 loc_bar_1_bar_0_bar_3_bar_30)
  (objectAtLocation Pen_bar__minus_01_dot_28_bar__plus_00_dot_65_bar__plus_01_dot_15 loc_bar__minus_3_bar_4_bar_3_bar_0)
  (objectAtLocation Pen_bar__minus_00_dot_49_bar__plus_01_dot_06_bar__minus_00_dot_03 loc_bar_1_bar_0_bar_3_bar_30)
  (objectAtLocation Pencil_bar__minus_01_dot_05_bar__plus_01_dot_62_bar__plus_00_dot_34 loc_bar__minus_4_bar_5_bar_2_bar__minus_30)
  (objectAtLocation Pillow_bar__plus_00_dot_22_bar__plus_01_dot_60_bar__plus_01_dot_56 loc_bar__minus_1_bar_6_bar_1_bar_30)
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
                         (objectType ?o BowlType)
                         (holds ?a ?o)
                     )
                 )
             )
        )
    )
    