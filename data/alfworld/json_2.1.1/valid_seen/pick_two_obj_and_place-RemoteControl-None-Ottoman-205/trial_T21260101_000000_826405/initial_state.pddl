
(define (problem plan_trial_T21260101_000000_826405)
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
  Chair_bar__minus_01_dot_07_bar__plus_00_dot_16_bar__plus_03_dot_32 - object
  Chair_bar__minus_02_dot_40_bar__plus_00_dot_66_bar__plus_01_dot_21 - object
  Curtains_bar__minus_01_dot_80_bar__plus_01_dot_25_bar__plus_05_dot_02 - object
  DeskLamp_bar__minus_00_dot_68_bar__plus_01_dot_57_bar__plus_03_dot_13 - object
  FloorLamp_bar__minus_00_dot_42_bar__plus_00_dot_00_bar__plus_03_dot_14 - object
  HousePlant_bar__minus_03_dot_85_bar__plus_00_dot_84_bar__plus_03_dot_53 - object
  LightSwitch_bar__minus_03_dot_96_bar__plus_00_dot_22_bar__plus_02_dot_63 - object
  Painting_bar__minus_02_dot_11_bar__plus_00_dot_41_bar__plus_01_dot_15 - object
  Television_bar__minus_03_dot_20_bar__plus_01_dot_43_bar__plus_06_dot_56 - object
  Window_bar__minus_02_dot_40_bar__plus_00_dot_56_bar__plus_04_dot_96 - object
  Window_bar__minus_02_dot_13_bar__plus_00_dot_29_bar__plus_05_dot_30 - object
  Box_bar__minus_03_dot_68_bar__plus_00_dot_91_bar__plus_05_dot_64 - object
  Box_bar__minus_03_dot_49_bar__plus_00_dot_16_bar__plus_06_dot_83 - object
  Box_bar__minus_03_dot_29_bar__plus_00_dot_10_bar__plus_06_dot_95 - object
  CreditCard_bar__minus_03_dot_50_bar__plus_00_dot_40_bar__plus_04_dot_15 - object
  KeyChain_bar__minus_02_dot_86_bar__plus_01_dot_48_bar__plus_05_dot_85 - object
  KeyChain_bar__minus_03_dot_64_bar__plus_00_dot_00_bar__plus_03_dot_64 - object
  KeyChain_bar__minus_02_dot_51_bar__plus_00_dot_89_bar__plus_06_dot_22 - object
  Laptop_bar__minus_03_dot_57_bar__plus_00_dot_05_bar__plus_05_dot_29 - object
  Pillow_bar__minus_02_dot_59_bar__plus_00_dot_28_bar__plus_03_dot_04 - object
  RemoteControl_bar__minus_02_dot_51_bar__plus_00_dot_33_bar__plus_01_dot_83 - object
  RemoteControl_bar__minus_03_dot_79_bar__plus_00_dot_65_bar__plus_05_dot_41 - object
  Statue_bar__minus_03_dot_07_bar__plus_01_dot_30_bar__plus_06_dot_74 - object
  Watch_bar__minus_00_dot_38_bar__plus_00_dot_37_bar__plus_03_dot_27 - object
  Watch_bar__minus_03_dot_29_bar__plus_00_dot_75_bar__plus_06_dot_44 - object
  Watch_bar__minus_04_dot_12_bar__plus_00_dot_00_bar__plus_03_dot_59 - object
  WateringCan_bar__minus_03_dot_31_bar__plus_00_dot_24_bar__plus_06_dot_36 - object
  WateringCan_bar__minus_01_dot_71_bar__plus_01_dot_16_bar__plus_01_dot_32 - object
  ArmChair_bar__minus_02_dot_45_bar__plus_00_dot_01_bar__plus_03_dot_50 - receptacle
  ArmChair_bar__minus_03_dot_55_bar__plus_00_dot_00_bar__plus_03_dot_58 - receptacle
  DiningTable_bar__minus_01_dot_59_bar__plus_00_dot_31_bar__plus_01_dot_27 - receptacle
  Drawer_bar__minus_02_dot_52_bar__plus_01_dot_76_bar__plus_02_dot_18 - receptacle
  Drawer_bar__minus_02_dot_93_bar__plus_00_dot_16_bar__plus_06_dot_71 - receptacle
  Drawer_bar__minus_02_dot_93_bar__plus_00_dot_47_bar__plus_06_dot_71 - receptacle
  Drawer_bar__minus_03_dot_48_bar__plus_00_dot_16_bar__plus_06_dot_71 - receptacle
  Drawer_bar__minus_03_dot_48_bar__plus_00_dot_47_bar__plus_06_dot_71 - receptacle
  Dresser_bar__minus_03_dot_20_bar__minus_00_dot_01_bar__plus_06_dot_79 - receptacle
  GarbageCan_bar__minus_00_dot_82_bar__plus_00_dot_01_bar__plus_05_dot_11 - receptacle
  Ottoman_bar__minus_03_dot_02_bar__plus_00_dot_55_bar__plus_06_dot_22 - receptacle
  SideTable_bar__minus_00_dot_24_bar__plus_00_dot_00_bar__plus_03_dot_52 - receptacle
  SideTable_bar__minus_02_dot_07_bar_00_dot_00_bar__plus_06_dot_70 - receptacle
  SideTable_bar__minus_04_dot_19_bar_00_dot_00_bar__plus_03_dot_59 - receptacle
  Sofa_bar__minus_04_dot_43_bar__plus_00_dot_01_bar__plus_05_dot_06 - receptacle
  loc_bar__minus_10_bar_10_bar_0_bar_30 - location
  loc_bar__minus_10_bar_11_bar_2_bar_30 - location
  loc_bar__minus_10_bar_22_bar_1_bar_30 - location
  loc_bar__minus_10_bar_23_bar_0_bar_30 - location
  loc_bar__minus_11_bar_5_bar_1_bar_30 - location
  loc_bar__minus_12_bar_10_bar_3_bar_30 - location
  loc_bar__minus_12_bar_22_bar_0_bar_30 - location
  loc_bar__minus_12_bar_23_bar_0_bar_30 - location
  loc_bar__minus_12_bar_5_bar_1_bar_30 - location
  loc_bar__minus_13_bar_21_bar_3_bar_30 - location
  loc_bar__minus_13_bar_24_bar_0_bar_30 - location
  loc_bar__minus_14_bar_22_bar_0_bar_30 - location
  loc_bar__minus_14_bar_25_bar_1_bar_30 - location
  loc_bar__minus_14_bar_6_bar_1_bar_30 - location
  loc_bar__minus_15_bar_11_bar_0_bar_30 - location
  loc_bar__minus_15_bar_18_bar_2_bar_30 - location
  loc_bar__minus_3_bar_12_bar_0_bar_30 - location
  loc_bar__minus_4_bar_14_bar_1_bar_30 - location
  loc_bar__minus_4_bar_22_bar_2_bar_30 - location
  loc_bar__minus_6_bar_18_bar_0_bar_30 - location
  loc_bar__minus_6_bar_19_bar_3_bar_30 - location
  loc_bar__minus_6_bar_9_bar_2_bar_30 - location
  loc_bar__minus_7_bar_24_bar_0_bar_30 - location
  )

(:init
  (receptacleType ArmChair_bar__minus_02_dot_45_bar__plus_00_dot_01_bar__plus_03_dot_50 ArmChairType)
  (receptacleType ArmChair_bar__minus_03_dot_55_bar__plus_00_dot_00_bar__plus_03_dot_58 ArmChairType)
  (receptacleType DiningTable_bar__minus_01_dot_59_bar__plus_00_dot_31_bar__plus_01_dot_27 DiningTableType)
  (receptacleType Drawer_bar__minus_02_dot_52_bar__plus_01_dot_76_bar__plus_02_dot_18 DrawerType)
  (receptacleType Drawer_bar__minus_02_dot_93_bar__plus_00_dot_16_bar__plus_06_dot_71 DrawerType)
  (receptacleType Drawer_bar__minus_02_dot_93_bar__plus_00_dot_47_bar__plus_06_dot_71 DrawerType)
  (receptacleType Drawer_bar__minus_03_dot_48_bar__plus_00_dot_16_bar__plus_06_dot_71 DrawerType)
  (receptacleType Drawer_bar__minus_03_dot_48_bar__plus_00_dot_47_bar__plus_06_dot_71 DrawerType)
  (receptacleType Dresser_bar__minus_03_dot_20_bar__minus_00_dot_01_bar__plus_06_dot_79 DresserType)
  (receptacleType GarbageCan_bar__minus_00_dot_82_bar__plus_00_dot_01_bar__plus_05_dot_11 GarbageCanType)
  (receptacleType Ottoman_bar__minus_03_dot_02_bar__plus_00_dot_55_bar__plus_06_dot_22 OttomanType)
  (receptacleType SideTable_bar__minus_00_dot_24_bar__plus_00_dot_00_bar__plus_03_dot_52 SideTableType)
  (receptacleType SideTable_bar__minus_02_dot_07_bar_00_dot_00_bar__plus_06_dot_70 SideTableType)
  (receptacleType SideTable_bar__minus_04_dot_19_bar_00_dot_00_bar__plus_03_dot_59 SideTableType)
  (receptacleType Sofa_bar__minus_04_dot_43_bar__plus_00_dot_01_bar__plus_05_dot_06 SofaType)
  (objectType Chair_bar__minus_01_dot_07_bar__plus_00_dot_16_bar__plus_03_dot_32 ChairType)
  (objectType Chair_bar__minus_02_dot_40_bar__plus_00_dot_66_bar__plus_01_dot_21 ChairType)
  (objectType Curtains_bar__minus_01_dot_80_bar__plus_01_dot_25_bar__plus_05_dot_02 CurtainsType)
  (objectType DeskLamp_bar__minus_00_dot_68_bar__plus_01_dot_57_bar__plus_03_dot_13 DeskLampType)
  (objectType FloorLamp_bar__minus_00_dot_42_bar__plus_00_dot_00_bar__plus_03_dot_14 FloorLampType)
  (objectType HousePlant_bar__minus_03_dot_85_bar__plus_00_dot_84_bar__plus_03_dot_53 HousePlantType)
  (objectType LightSwitch_bar__minus_03_dot_96_bar__plus_00_dot_22_bar__plus_02_dot_63 LightSwitchType)
  (objectType Painting_bar__minus_02_dot_11_bar__plus_00_dot_41_bar__plus_01_dot_15 PaintingType)
  (objectType Television_bar__minus_03_dot_20_bar__plus_01_dot_43_bar__plus_06_dot_56 TelevisionType)
  (objectType Window_bar__minus_02_dot_40_bar__plus_00_dot_56_bar__plus_04_dot_96 WindowType)
  (objectType Window_bar__minus_02_dot_13_bar__plus_00_dot_29_bar__plus_05_dot_30 WindowType)
  (objectType Box_bar__minus_03_dot_68_bar__plus_00_dot_91_bar__plus_05_dot_64 BoxType)
  (objectType Box_bar__minus_03_dot_49_bar__plus_00_dot_16_bar__plus_06_dot_83 BoxType)
  (objectType Box_bar__minus_03_dot_29_bar__plus_00_dot_10_bar__plus_06_dot_95 BoxType)
  (objectType CreditCard_bar__minus_03_dot_50_bar__plus_00_dot_40_bar__plus_04_dot_15 CreditCardType)
  (objectType KeyChain_bar__minus_02_dot_86_bar__plus_01_dot_48_bar__plus_05_dot_85 KeyChainType)
  (objectType KeyChain_bar__minus_03_dot_64_bar__plus_00_dot_00_bar__plus_03_dot_64 KeyChainType)
  (objectType KeyChain_bar__minus_02_dot_51_bar__plus_00_dot_89_bar__plus_06_dot_22 KeyChainType)
  (objectType Laptop_bar__minus_03_dot_57_bar__plus_00_dot_05_bar__plus_05_dot_29 LaptopType)
  (objectType Pillow_bar__minus_02_dot_59_bar__plus_00_dot_28_bar__plus_03_dot_04 PillowType)
  (objectType RemoteControl_bar__minus_02_dot_51_bar__plus_00_dot_33_bar__plus_01_dot_83 RemoteControlType)
  (objectType RemoteControl_bar__minus_03_dot_79_bar__plus_00_dot_65_bar__plus_05_dot_41 RemoteControlType)
  (objectType Statue_bar__minus_03_dot_07_bar__plus_01_dot_30_bar__plus_06_dot_74 StatueType)
  (objectType Watch_bar__minus_00_dot_38_bar__plus_00_dot_37_bar__plus_03_dot_27 WatchType)
  (objectType Watch_bar__minus_03_dot_29_bar__plus_00_dot_75_bar__plus_06_dot_44 WatchType)
  (objectType Watch_bar__minus_04_dot_12_bar__plus_00_dot_00_bar__plus_03_dot_59 WatchType)
  (objectType WateringCan_bar__minus_03_dot_31_bar__plus_00_dot_24_bar__plus_06_dot_36 WateringCanType)
  (objectType WateringCan_bar__minus_01_dot_71_bar__plus_01_dot_16_bar__plus_01_dot_32 WateringCanType)
  (canContain ArmChairType BoxType)
  (canContain ArmChairType CreditCardType)
  (canContain ArmChairType KeyChainType)
  (canContain ArmChairType LaptopType)
  (canContain ArmChairType PillowType)
  (canContain ArmChairType RemoteControlType)
  (canContain DiningTableType BoxType)
  (canContain DiningTableType CreditCardType)
  (canContain DiningTableType KeyChainType)
  (canContain DiningTableType LaptopType)
  (canContain DiningTableType RemoteControlType)
  (canContain DiningTableType StatueType)
  (canContain DiningTableType WatchType)
  (canContain DiningTableType WateringCanType)
  (canContain DrawerType CreditCardType)
  (canContain DrawerType KeyChainType)
  (canContain DrawerType RemoteControlType)
  (canContain DrawerType WatchType)
  (canContain DrawerType WateringCanType)
  (canContain DresserType BoxType)
  (canContain DresserType CreditCardType)
  (canContain DresserType KeyChainType)
  (canContain DresserType LaptopType)
  (canContain DresserType RemoteControlType)
  (canContain DresserType StatueType)
  (canContain DresserType WatchType)
  (canContain DresserType WateringCanType)
  (canContain OttomanType BoxType)
  (canContain OttomanType CreditCardType)
  (canContain OttomanType KeyChainType)
  (canContain OttomanType LaptopType)
  (canContain OttomanType PillowType)
  (canContain OttomanType RemoteControlType)
  (canContain SideTableType BoxType)
  (canContain SideTableType CreditCardType)
  (canContain SideTableType KeyChainType)
  (canContain SideTableType LaptopType)
  (canContain SideTableType RemoteControlType)
  (canContain SideTableType StatueType)
  (canContain SideTableType WatchType)
  (canContain SideTableType WateringCanType)
  (canContain SofaType BoxType)
  (canContain SofaType CreditCardType)
  (canContain SofaType KeyChainType)
  (canContain SofaType LaptopType)
  (canContain SofaType PillowType)
  (canContain SofaType RemoteControlType)
  (isReceptacleObject Box_bar__minus_03_dot_68_bar__plus_00_dot_91_bar__plus_05_dot_64)
  (isReceptacleObject Box_bar__minus_03_dot_49_bar__plus_00_dot_16_bar__plus_06_dot_83)
  (isReceptacleObject Box_bar__minus_03_dot_29_bar__plus_00_dot_10_bar__plus_06_dot_95)
  (openable Drawer_bar__minus_02_dot_93_bar__plus_00_dot_16_bar__plus_06_dot_71)
  (openable Drawer_bar__minus_02_dot_93_bar__plus_00_dot_47_bar__plus_06_dot_71)
  (openable Drawer_bar__minus_03_dot_48_bar__plus_00_dot_16_bar__plus_06_dot_71)
  (openable Drawer_bar__minus_03_dot_48_bar__plus_00_dot_47_bar__plus_06_dot_71)
  (atLocation agent1 loc_bar__minus_14_bar_6_bar_1_bar_30)
  (pickupable Box_bar__minus_03_dot_68_bar__plus_00_dot_91_bar__plus_05_dot_64)
  (pickupable Box_bar__minus_03_dot_49_bar__plus_00_dot_16_bar__plus_06_dot_83)
  (pickupable Box_bar__minus_03_dot_29_bar__plus_00_dot_10_bar__plus_06_dot_95)
  (pickupable CreditCard_bar__minus_03_dot_50_bar__plus_00_dot_40_bar__plus_04_dot_15)
  (pickupable KeyChain_bar__minus_02_dot_86_bar__plus_01_dot_48_bar__plus_05_dot_85)
  (pickupable KeyChain_bar__minus_03_dot_64_bar__plus_00_dot_00_bar__plus_03_dot_64)
  (pickupable KeyChain_bar__minus_02_dot_51_bar__plus_00_dot_89_bar__plus_06_dot_22)
  (pickupable Laptop_bar__minus_03_dot_57_bar__plus_00_dot_05_bar__plus_05_dot_29)
  (pickupable Pillow_bar__minus_02_dot_59_bar__plus_00_dot_28_bar__plus_03_dot_04)
  (pickupable RemoteControl_bar__minus_02_dot_51_bar__plus_00_dot_33_bar__plus_01_dot_83)
  (pickupable RemoteControl_bar__minus_03_dot_79_bar__plus_00_dot_65_bar__plus_05_dot_41)
  (pickupable Statue_bar__minus_03_dot_07_bar__plus_01_dot_30_bar__plus_06_dot_74)
  (pickupable Watch_bar__minus_00_dot_38_bar__plus_00_dot_37_bar__plus_03_dot_27)
  (pickupable Watch_bar__minus_03_dot_29_bar__plus_00_dot_75_bar__plus_06_dot_44)
  (pickupable Watch_bar__minus_04_dot_12_bar__plus_00_dot_00_bar__plus_03_dot_59)
  (pickupable WateringCan_bar__minus_03_dot_31_bar__plus_00_dot_24_bar__plus_06_dot_36)
  (pickupable WateringCan_bar__minus_01_dot_71_bar__plus_01_dot_16_bar__plus_01_dot_32)
  (inReceptacle DeskLamp_bar__minus_00_dot_68_bar__plus_01_dot_57_bar__plus_03_dot_13 SideTable_bar__minus_00_dot_24_bar__plus_00_dot_00_bar__plus_03_dot_52)
  (inReceptacle FloorLamp_bar__minus_00_dot_42_bar__plus_00_dot_00_bar__plus_03_dot_14 SideTable_bar__minus_00_dot_24_bar__plus_00_dot_00_bar__plus_03_dot_52)
  (inReceptacle HousePlant_bar__minus_03_dot_85_bar__plus_00_dot_84_bar__plus_03_dot_53 SideTable_bar__minus_04_dot_19_bar_00_dot_00_bar__plus_03_dot_59)
  (inReceptacle Television_bar__minus_03_dot_20_bar__plus_01_dot_43_bar__plus_06_dot_56 Dresser_bar__minus_03_dot_20_bar__minus_00_dot_01_bar__plus_06_dot_79)
  (inReceptacle Box_bar__minus_03_dot_68_bar__plus_00_dot_91_bar__plus_05_dot_64 Sofa_bar__minus_04_dot_43_bar__plus_00_dot_01_bar__plus_05_dot_06)
  (inReceptacle Box_bar__minus_03_dot_49_bar__plus_00_dot_16_bar__plus_06_dot_83 Dresser_bar__minus_03_dot_20_bar__minus_00_dot_01_bar__plus_06_dot_79)
  (inReceptacle Box_bar__minus_03_dot_29_bar__plus_00_dot_10_bar__plus_06_dot_95 Dresser_bar__minus_03_dot_20_bar__minus_00_dot_01_bar__plus_06_dot_79)
  (inReceptacle CreditCard_bar__minus_03_dot_50_bar__plus_00_dot_40_bar__plus_04_dot_15 ArmChair_bar__minus_03_dot_55_bar__plus_00_dot_00_bar__plus_03_dot_58)
  (inReceptacle KeyChain_bar__minus_02_dot_86_bar__plus_01_dot_48_bar__plus_05_dot_85 Ottoman_bar__minus_03_dot_02_bar__plus_00_dot_55_bar__plus_06_dot_22)
  (inReceptacle KeyChain_bar__minus_03_dot_64_bar__plus_00_dot_00_bar__plus_03_dot_64 ArmChair_bar__minus_03_dot_55_bar__plus_00_dot_00_bar__plus_03_dot_58)
  (inReceptacle KeyChain_bar__minus_02_dot_51_bar__plus_00_dot_89_bar__plus_06_dot_22 Drawer_bar__minus_02_dot_93_bar__plus_00_dot_47_bar__plus_06_dot_71)
  (inReceptacle Laptop_bar__minus_03_dot_57_bar__plus_00_dot_05_bar__plus_05_dot_29 Sofa_bar__minus_04_dot_43_bar__plus_00_dot_01_bar__plus_05_dot_06)
  (inReceptacle Pillow_bar__minus_02_dot_59_bar__plus_00_dot_28_bar__plus_03_dot_04 ArmChair_bar__minus_02_dot_45_bar__plus_00_dot_01_bar__plus_03_dot_50)
  (inReceptacle RemoteControl_bar__minus_02_dot_51_bar__plus_00_dot_33_bar__plus_01_dot_83 Drawer_bar__minus_02_dot_52_bar__plus_01_dot_76_bar__plus_02_dot_18)
  (inReceptacle RemoteControl_bar__minus_03_dot_79_bar__plus_00_dot_65_bar__plus_05_dot_41 Sofa_bar__minus_04_dot_43_bar__plus_00_dot_01_bar__plus_05_dot_06)
  (inReceptacle Statue_bar__minus_03_dot_07_bar__plus_01_dot_30_bar__plus_06_dot_74 Dresser_bar__minus_03_dot_20_bar__minus_00_dot_01_bar__plus_06_dot_79)
  (inReceptacle Watch_bar__minus_00_dot_38_bar__plus_00_dot_37_bar__plus_03_dot_27 SideTable_bar__minus_00_dot_24_bar__plus_00_dot_00_bar__plus_03_dot_52)
  (inReceptacle Watch_bar__minus_03_dot_29_bar__plus_00_dot_75_bar__plus_06_dot_44 Dresser_bar__minus_03_dot_20_bar__minus_00_dot_01_bar__plus_06_dot_79)
  (inReceptacle Watch_bar__minus_04_dot_12_bar__plus_00_dot_00_bar__plus_03_dot_59 SideTable_bar__minus_04_dot_19_bar_00_dot_00_bar__plus_03_dot_59)
  (inReceptacle WateringCan_bar__minus_03_dot_31_bar__plus_00_dot_24_bar__plus_06_dot_36 Dresser_bar__minus_03_dot_20_bar__minus_00_dot_01_bar__plus_06_dot_79)
  (inReceptacle WateringCan_bar__minus_01_dot_71_bar__plus_01_dot_16_bar__plus_01_dot_32 DiningTable_bar__minus_01_dot_59_bar__plus_00_dot_31_bar__plus_01_dot_27)
  (receptacleAtLocation ArmChair_bar__minus_02_dot_45_bar__plus_00_dot_01_bar__plus_03_dot_50 loc_bar__minus_10_bar_10_bar_0_bar_30)
  (receptacleAtLocation ArmChair_bar__minus_03_dot_55_bar__plus_00_dot_00_bar__plus_03_dot_58 loc_bar__minus_15_bar_18_bar_2_bar_30)
  (receptacleAtLocation DiningTable_bar__minus_01_dot_59_bar__plus_00_dot_31_bar__plus_01_dot_27 loc_bar__minus_6_bar_9_bar_2_bar_30)
  (receptacleAtLocation Drawer_bar__minus_02_dot_52_bar__plus_01_dot_76_bar__plus_02_dot_18 loc_bar__minus_10_bar_11_bar_2_bar_30)
  (receptacleAtLocation Drawer_bar__minus_02_dot_93_bar__plus_00_dot_16_bar__plus_06_dot_71 loc_bar__minus_14_bar_22_bar_0_bar_30)
  (receptacleAtLocation Drawer_bar__minus_02_dot_93_bar__plus_00_dot_47_bar__plus_06_dot_71 loc_bar__minus_10_bar_23_bar_0_bar_30)
  (receptacleAtLocation Drawer_bar__minus_03_dot_48_bar__plus_00_dot_16_bar__plus_06_dot_71 loc_bar__minus_12_bar_22_bar_0_bar_30)
  (receptacleAtLocation Drawer_bar__minus_03_dot_48_bar__plus_00_dot_47_bar__plus_06_dot_71 loc_bar__minus_12_bar_23_bar_0_bar_30)
  (receptacleAtLocation Dresser_bar__minus_03_dot_20_bar__minus_00_dot_01_bar__plus_06_dot_79 loc_bar__minus_13_bar_24_bar_0_bar_30)
  (receptacleAtLocation GarbageCan_bar__minus_00_dot_82_bar__plus_00_dot_01_bar__plus_05_dot_11 loc_bar__minus_4_bar_22_bar_2_bar_30)
  (receptacleAtLocation Ottoman_bar__minus_03_dot_02_bar__plus_00_dot_55_bar__plus_06_dot_22 loc_bar__minus_14_bar_25_bar_1_bar_30)
  (receptacleAtLocation SideTable_bar__minus_00_dot_24_bar__plus_00_dot_00_bar__plus_03_dot_52 loc_bar__minus_4_bar_14_bar_1_bar_30)
  (receptacleAtLocation SideTable_bar__minus_02_dot_07_bar_00_dot_00_bar__plus_06_dot_70 loc_bar__minus_7_bar_24_bar_0_bar_30)
  (receptacleAtLocation SideTable_bar__minus_04_dot_19_bar_00_dot_00_bar__plus_03_dot_59 loc_bar__minus_15_bar_11_bar_0_bar_30)
  (receptacleAtLocation Sofa_bar__minus_04_dot_43_bar__plus_00_dot_01_bar__plus_05_dot_06 loc_bar__minus_13_bar_21_bar_3_bar_30)
  (objectAtLocation Chair_bar__minus_01_dot_07_bar__plus_00_dot_16_bar__plus_03_dot_32 loc_bar__minus_3_bar_12_bar_0_bar_30)
  (objectAtLocation Chair_bar__minus_02_dot_40_bar__plus_00_dot_66_bar__plus_01_dot_21 loc_bar__minus_11_bar_5_bar_1_bar_30)
  (objectAtLocation Curtains_bar__minus_01_dot_80_bar__plus_01_dot_25_bar__plus_05_dot_02 loc_bar__minus_6_bar_18_bar_0_bar_30)
  (objectAtLocation DeskLamp_bar__minus_00_dot_68_bar__plus_01_dot_57_bar__plus_03_dot_13 loc_bar__minus_4_bar_14_bar_1_bar_30)
  (objectAtLocation FloorLamp_bar__minus_00_dot_42_bar__plus_00_dot_00_bar__plus_03_dot_14 loc_bar__minus_4_bar_14_bar_1_bar_30)
  (objectAtLocation HousePlant_bar__minus_03_dot_85_bar__plus_00_dot_84_bar__plus_03_dot_53 loc_bar__minus_15_bar_11_bar_0_bar_30)
  (objectAtLocation LightSwitch_bar__minus_03_dot_96_bar__plus_00_dot_22_bar__plus_02_dot_63 loc_bar__minus_12_bar_10_bar_3_bar_30)
  (objectAtLocation Painting_bar__minus_02_dot_11_bar__plus_00_dot_41_bar__plus_01_dot_15 loc_bar__minus_12_bar_5_bar_1_bar_30)
  (objectAtLocation Television_bar__minus_03_dot_20_bar__plus_01_dot_43_bar__plus_06_dot_56 loc_bar__minus_13_bar_24_bar_0_bar_30)
  (objectAtLocation Window_bar__minus_02_dot_40_bar__plus_00_dot_56_bar__plus_04_dot_96 loc_bar__minus_6_bar_19_bar_3_bar_30)
  (objectAtLocation Window_bar__minus_02_dot_13_bar__plus_00_dot_29_bar__plus_05_dot_30 loc_bar__minus_10_bar_22_bar_1_bar_30)
  (objectAtLocation Box_bar__minus_03_dot_68_bar__plus_00_dot_91_bar__plus_05_dot_64 loc_bar__minus_13_bar_21_bar_3_bar_30)
  (objectAtLocation Box_bar__minus_03_dot_49_bar__plus_00_dot_16_bar__plus_06_dot_83 loc_bar__minus_13_bar_24_bar_0_bar_30)
  (objectAtLocation Box_bar__minus_03_dot_29_bar__plus_00_dot_10_bar__plus_06_dot_95 loc_bar__minus_13_bar_24_bar_0_bar_30)
  (objectAtLocation CreditCard_bar__minus_03_dot_50_bar__plus_00_dot_40_bar__plus_04_dot_15 loc_bar__minus_15_bar_18_bar_2_bar_30)
  (objectAtLocation KeyChain_bar__minus_02_dot_86_bar__plus_01_dot_48_bar__plus_05_dot_85 loc_bar__minus_14_bar_25_bar_1_bar_30)
  (objectAtLocation KeyChain_bar__minus_03_dot_64_bar__plus_00_dot_00_bar__plus_03_dot_64 loc_bar__minus_15_bar_18_bar_2_bar_30)
  (objectAtLocation KeyChain_bar__minus_02_dot_51_bar__plus_00_dot_89_bar__plus_06_dot_22 loc_bar__minus_10_bar_23_bar_0_bar_30)
  (objectAtLocation Laptop_bar__minus_03_dot_57_bar__plus_00_dot_05_bar__plus_05_dot_29 loc_bar__minus_13_bar_21_bar_3_bar_30)
  (objectAtLocation Pillow_bar__minus_02_dot_59_bar__plus_00_dot_28_bar__plus_03_dot_04 loc_bar__minus_10_bar_10_bar_0_bar_30)
  (objectAtLocation RemoteControl_bar__minus_02_dot_51_bar__plus_00_dot_33_bar__plus_01_dot_83 loc_bar__minus_10_bar_11_bar_2_bar_30)
  (objectAtLocation RemoteControl_bar__minus_03_dot_79_bar__plus_00_dot_65_bar__plus_05_dot_41 loc_bar__minus_13_bar_21_bar_3_bar_30)
  (objectAtLocation Statue_bar__minus_03_dot_07_bar__plus_01_dot_30_bar__plus_06_dot_74 loc_bar__minus_13_bar_24_bar_0_bar_30)
  (objectAtLocation Watch_bar__minus_00_dot_38_bar__plus_00_dot_37_bar__plus_03_dot_27 loc_bar__minus_4_bar_14_bar_1_bar_30)
  (objectAtLocation Watch_bar__minus_03_dot_29_bar__plus_00_dot_75_bar__plus_06_dot_44 loc_bar__minus_13_bar_24_bar_0_bar_30)
  (objectAtLocation Watch_bar__minus_04_dot_12_bar__plus_00_dot_00_bar__plus_03_dot_59 loc_bar__minus_15_bar_11_bar_0_bar_30)
  (objectAtLocation WateringCan_bar__minus_03_dot_31_bar__plus_00_dot_24_bar__plus_06_dot_36 loc_bar__minus_13_bar_24_bar_0_bar_30)
  (objectAtLocation WateringCan_bar__minus_01_dot_71_bar__plus_01_dot_16_bar__plus_01_dot_32 loc_bar__minus_6_bar_9_bar_2_bar_30)
  )

                (:goal
                    (and
                        (exists (?r - receptacle)
                            (exists (?o1 - object)
                                (and
                                    (objectType ?o1 RemoteControlType)
                                    (receptacleType ?r OttomanType)
                                    (inReceptacle ?o1 ?r)
                                    (exists (?o2 - object)
                                        (and
                                            (not (= ?o1 ?o2))
                                            (objectType ?o2 RemoteControlType)
                                            (receptacleType ?r OttomanType)
                                            (inReceptacle ?o2 ?r)
                                        )
                                    )
                                )
                            )
                        )
                    )
                )
            )
            