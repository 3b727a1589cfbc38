
(define (problem plan_trial_T21260101_000100_663800)
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
  Blinds_bar__minus_03_dot_13_bar__plus_00_dot_81_bar__minus_00_dot_64 - object
  FloorLamp_bar__plus_01_dot_90_bar__plus_01_dot_13_bar__plus_00_dot_06 - object
  HousePlant_bar__plus_01_dot_75_bar__plus_00_dot_46_bar__minus_00_dot_04 - object
  LightSwitch_bar__minus_02_dot_32_bar__plus_01_dot_16_bar__minus_00_dot_95 - object
  Painting_bar__minus_00_dot_97_bar__plus_00_dot_90_bar__minus_00_dot_50 - object
  Television_bar__plus_01_dot_67_bar__plus_00_dot_95_bar__plus_00_dot_60 - object
  Window_bar__minus_01_dot_98_bar__plus_00_dot_51_bar__minus_00_dot_58 - object
  Window_bar__plus_00_dot_73_bar__plus_00_dot_14_bar__minus_00_dot_26 - object
  Box_bar__minus_01_dot_06_bar__plus_01_dot_07_bar__minus_01_dot_57 - object
  CreditCard_bar__plus_00_dot_02_bar__plus_00_dot_27_bar__minus_00_dot_99 - object
  KeyChain_bar__minus_01_dot_20_bar__plus_01_dot_11_bar__minus_00_dot_07 - object
  Laptop_bar__minus_00_dot_75_bar__plus_01_dot_40_bar__minus_02_dot_16 - object
  Newspaper_bar__minus_00_dot_48_bar__plus_01_dot_66_bar__minus_01_dot_79 - object
  Pillow_bar__minus_00_dot_56_bar__plus_00_dot_91_bar__minus_01_dot_97 - object
  Pillow_bar__plus_00_dot_99_bar__plus_00_dot_83_bar__minus_00_dot_51 - object
  Pillow_bar__plus_01_dot_46_bar__plus_01_dot_47_bar__minus_00_dot_83 - object
  RemoteControl_bar__plus_00_dot_14_bar__plus_01_dot_24_bar__minus_01_dot_23 - object
  Statue_bar__plus_01_dot_62_bar__plus_00_dot_31_bar__plus_00_dot_56 - object
  Statue_bar__minus_01_dot_08_bar__plus_00_dot_60_bar__minus_00_dot_85 - object
  Statue_bar__minus_00_dot_94_bar__plus_00_dot_93_bar__minus_00_dot_31 - object
  Watch_bar__minus_00_dot_54_bar__plus_01_dot_22_bar__minus_00_dot_26 - object
  Watch_bar__minus_00_dot_44_bar__plus_00_dot_05_bar__minus_00_dot_81 - object
  Watch_bar__minus_00_dot_11_bar__plus_00_dot_78_bar__plus_00_dot_51 - object
  ArmChair_bar__plus_01_dot_51_bar__plus_00_dot_00_bar__minus_00_dot_59 - receptacle
  CoffeeTable_bar__minus_00_dot_71_bar__plus_00_dot_01_bar__minus_00_dot_37 - receptacle
  Drawer_bar__plus_00_dot_01_bar__plus_00_dot_31_bar__minus_00_dot_86 - receptacle
  Drawer_bar__plus_01_dot_77_bar__plus_00_dot_77_bar__plus_00_dot_33 - receptacle
  Drawer_bar__minus_00_dot_71_bar__plus_00_dot_07_bar__minus_00_dot_17 - receptacle
  Drawer_bar__minus_00_dot_71_bar__plus_00_dot_07_bar__minus_00_dot_56 - receptacle
  Drawer_bar__minus_00_dot_71_bar__plus_00_dot_23_bar__minus_00_dot_17 - receptacle
  Drawer_bar__minus_00_dot_71_bar__plus_00_dot_23_bar__minus_00_dot_56 - receptacle
  Drawer_bar__minus_00_dot_71_bar__plus_00_dot_39_bar__minus_00_dot_17 - receptacle
  Drawer_bar__minus_00_dot_71_bar__plus_00_dot_39_bar__minus_00_dot_56 - receptacle
  Drawer_bar__minus_01_dot_19_bar__plus_01_dot_22_bar__plus_00_dot_15 - receptacle
  GarbageCan_bar__plus_00_dot_60_bar__plus_00_dot_59_bar__plus_01_dot_00 - receptacle
  SideTable_bar__plus_01_dot_81_bar__plus_00_dot_00_bar__plus_00_dot_33 - receptacle
  Sofa_bar__minus_00_dot_50_bar__plus_00_dot_00_bar__minus_01_dot_89 - receptacle
  loc_bar__minus_3_bar__minus_5_bar_0_bar_30 - location
  loc_bar__minus_3_bar__minus_5_bar_2_bar_30 - location
  loc_bar__minus_7_bar__minus_2_bar_1_bar_30 - location
  loc_bar__minus_8_bar_1_bar_1_bar_30 - location
  loc_bar__minus_9_bar__minus_1_bar_2_bar_30 - location
  loc_bar__minus_9_bar__minus_4_bar_3_bar_30 - location
  loc_bar__minus_9_bar__minus_5_bar_0_bar_30 - location
  loc_bar_1_bar_0_bar_1_bar_30 - location
  loc_bar_1_bar_2_bar_3_bar_30 - location
  loc_bar_2_bar__minus_2_bar_1_bar_30 - location
  loc_bar_2_bar__minus_5_bar_3_bar_30 - location
  loc_bar_3_bar__minus_6_bar_3_bar_30 - location
  loc_bar_3_bar_0_bar_2_bar_30 - location
  loc_bar_3_bar_1_bar_0_bar_30 - location
  loc_bar_4_bar_1_bar_1_bar_30 - location
  loc_bar_5_bar_1_bar_1_bar_30 - location
  )

(:init
  (receptacleType ArmChair_bar__plus_01_dot_51_bar__plus_00_dot_00_bar__minus_00_dot_59 ArmChairType)
  (receptacleType CoffeeTable_bar__minus_00_dot_71_bar__plus_00_dot_01_bar__minus_00_dot_37 CoffeeTableType)
  (receptacleType Drawer_bar__plus_00_dot_01_bar__plus_00_dot_31_bar__minus_00_dot_86 DrawerType)
  (receptacleType Drawer_bar__plus_01_dot_77_bar__plus_00_dot_77_bar__plus_00_dot_33 DrawerType)
  (receptacleType Drawer_bar__minus_00_dot_71_bar__plus_00_dot_07_bar__minus_00_dot_17 DrawerType)
  (receptacleType Drawer_bar__minus_00_dot_71_bar__plus_00_dot_07_bar__minus_00_dot_56 DrawerType)
  (receptacleType Drawer_bar__minus_00_dot_71_bar__plus_00_dot_23_bar__minus_00_dot_17 DrawerType)
  (receptacleType Drawer_bar__minus_00_dot_71_bar__plus_00_dot_23_bar__minus_00_dot_56 DrawerType)
  (receptacleType Drawer_bar__minus_00_dot_71_bar__plus_00_dot_39_bar__minus_00_dot_17 DrawerType)
  (receptacleType Drawer_bar__minus_00_dot_71_bar__plus_00_dot_39_bar__minus_00_dot_56 DrawerType)
  (receptacleType Drawer_bar__minus_01_dot_19_bar__plus_01_dot_22_bar__plus_00_dot_15 DrawerType)
  (receptacleType GarbageCan_bar__plus_00_dot_60_bar__plus_00_dot_59_bar__plus_01_dot_00 GarbageCanType)
  (receptacleType SideTable_bar__plus_01_dot_81_bar__plus_00_dot_00_bar__plus_00_dot_33 SideTableType)
  (receptacleType Sofa_bar__minus_00_dot_50_bar__plus_00_dot_00_bar__minus_01_dot_89 SofaType)
  (objectType Blinds_bar__minus_03_dot_13_bar__plus_00_dot_81_bar__minus_00_dot_64 BlindsType)
  (objectType FloorLamp_bar__plus_01_dot_90_bar__plus_01_dot_13_bar__plus_00_dot_06 FloorLampType)
  (objectType HousePlant_bar__plus_01_dot_75_bar__plus_00_dot_46_bar__minus_00_dot_04 HousePlantType)
  (objectType LightSwitch_bar__minus_02_dot_32_bar__plus_01_dot_16_bar__minus_00_dot_95 LightSwitchType)
  (objectType Painting_bar__minus_00_dot_97_bar__plus_00_dot_90_bar__minus_00_dot_50 PaintingType)
  (objectType Television_bar__plus_01_dot_67_bar__plus_00_dot_95_bar__plus_00_dot_60 TelevisionType)
  (objectType Window_bar__minus_01_dot_98_bar__plus_00_dot_51_bar__minus_00_dot_58 WindowType)
  (objectType Window_bar__plus_00_dot_73_bar__plus_00_dot_14_bar__minus_00_dot_26 WindowType)
  (objectType Box_bar__minus_01_dot_06_bar__plus_01_dot_07_bar__minus_01_dot_57 BoxType)
  (objectType CreditCard_bar__plus_00_dot_02_bar__plus_00_dot_27_bar__minus_00_dot_99 CreditCardType)
  (objectType KeyChain_bar__minus_01_dot_20_bar__plus_01_dot_11_bar__minus_00_dot_07 KeyChainType)
  (objectType Laptop_bar__minus_00_dot_75_bar__plus_01_dot_40_bar__minus_02_dot_16 LaptopType)
  (objectType Newspaper_bar__minus_00_dot_48_bar__plus_01_dot_66_bar__minus_01_dot_79 NewspaperType)
  (objectType Pillow_bar__minus_00_dot_56_bar__plus_00_dot_91_bar__minus_01_dot_97 PillowType)
  (objectType Pillow_bar__plus_00_dot_99_bar__plus_00_dot_83_bar__minus_00_dot_51 PillowType)
  (objectType Pillow_bar__plus_01_dot_46_bar__plus_01_dot_47_bar__minus_00_dot_83 PillowType)
  (objectType RemoteControl_bar__plus_00_dot_14_bar__plus_01_dot_24_bar__minus_01_dot_23 RemoteControlType)
  (objectType Statue_bar__plus_01_dot_62_bar__plus_00_dot_31_bar__plus_00_dot_56 StatueType)
  (objectType Statue_bar__minus_01_dot_08_bar__plus_00_dot_60_bar__minus_00_dot_85 StatueType)
  (objectType Statue_bar__minus_00_dot_94_bar__plus_00_dot_93_bar__minus_00_dot_31 StatueType)
  (objectType Watch_bar__minus_00_dot_54_bar__plus_01_dot_22_bar__minus_00_dot_26 WatchType)
  (objectType Watch_bar__minus_00_dot_44_bar__plus_00_dot_05_bar__minus_00_dot_81 WatchType)
  (objectType Watch_bar__minus_00_dot_11_bar__plus_00_dot_78_bar__plus_00_dot_51 WatchType)
  (canContain ArmChairType BoxType)
  (canContain ArmChairType CreditCardType)
  (canContain ArmChairType KeyChainType)
  (canContain ArmChairType LaptopType)
  (canContain ArmChairType NewspaperType)
  (canContain ArmChairType PillowType)
  (canContain ArmChairType RemoteControlType)
  (canContain CoffeeTableType BoxType)
  (canContain CoffeeTableType CreditCardType)
  (canContain CoffeeTableType KeyChainType)
  (canContain CoffeeTableType LaptopType)
  (canContain CoffeeTableType NewspaperType)
  (canContain CoffeeTableType RemoteControlType)
  (canContain CoffeeTableType StatueType)
  (canContain CoffeeTableType WatchType)
  (canContain DrawerType CreditCardType)
  (canContain DrawerType KeyChainType)
  (canContain DrawerType NewspaperType)
  (canContain DrawerType RemoteControlType)
  (canContain DrawerType WatchType)
  (canContain GarbageCanType NewspaperType)
  (canContain SideTableType BoxType)
  (canContain SideTableType CreditCardType)
  (canContain SideTableType KeyChainType)
  (canContain SideTableType LaptopType)
  (canContain SideTableType NewspaperType)
  (canContain SideTableType RemoteControlType)
  (canContain SideTableType StatueType)
  (canContain SideTableType WatchType)
  (canContain SofaType BoxType)
  (canContain SofaType CreditCardType)
  (canContain SofaType KeyChainType)
  (canContain SofaType LaptopType)
  (canContain SofaType NewspaperType)
  (canContain SofaType PillowType)
  (canContain SofaType RemoteControlType)
  (isReceptacleObject Box_bar__minus_01_dot_06_bar__plus_01_dot_07_bar__minus_01_dot_57)
  (openable Drawer_bar__plus_01_dot_77_bar__plus_00_dot_77_bar__plus_00_dot_33)
  (openable Drawer_bar__minus_00_dot_71_bar__plus_00_dot_07_bar__minus_00_dot_17)
  (openable Drawer_bar__minus_00_dot_71_bar__plus_00_dot_07_bar__minus_00_dot_56)
  (openable Drawer_bar__minus_00_dot_71_bar__plus_00_dot_23_bar__minus_00_dot_17)
  (openable Drawer_bar__minus_00_dot_71_bar__plus_00_dot_23_bar__minus_00_dot_56)
  (openable Drawer_bar__minus_00_dot_71_bar__plus_00_dot_39_bar__minus_00_dot_17)
  (openable Drawer_bar__minus_00_dot_71_bar__plus_00_dot_39_bar__minus_00_dot_56)
  (atLocation agent1 loc_bar_3_bar_0_bar_2_bar_30)
  (toggleable FloorLamp_bar__plus_01_dot_90_bar__plus_01_dot_13_bar__plus_00_dot_06)
  (pickupable Box_bar__minus_01_dot_06_bar__plus_01_dot_07_bar__minus_01_dot_57)
  (pickupable CreditCard_bar__plus_00_dot_02_bar__plus_00_dot_27_bar__minus_00_dot_99)
  (pickupable KeyChain_bar__minus_01_dot_20_bar__plus_01_dot_11_bar__minus_00_dot_07)
  (pickupable Laptop_bar__minus_00_dot_75_bar__plus_01_dot_40_bar__minus_02_dot_16)
  (pickupable Newspaper_bar__minus_00_dot_48_bar__plus_01_dot_66_bar__minus_01_dot_79)
  (pickupable Pillow_bar__minus_00_dot_56_bar__plus_00_dot_91_bar__minus_01_dot_97)
  (pickupable Pillow_bar__plus_00_dot_99_bar__plus_00_dot_83_bar__minus_00_dot_51)
  (pickupable Pillow_bar__plus_01_dot_46_bar__plus_01_dot_47_bar__minus_00_dot_83)
  (pickupable RemoteControl_bar__plus_00_dot_14_bar__plus_01_dot_24_bar__minus_01_dot_23)
  (pickupable Statue_bar__plus_01_dot_62_bar__plus_00_dot_31_bar__plus_00_dot_56)
  (pickupable Statue_bar__minus_01_dot_08_bar__plus_00_dot_60_bar__minus_00_dot_85)
  (pickupable Statue_bar__minus_00_dot_94_bar__plus_00_dot_93_bar__minus_00_dot_31)
  (pickupable Watch_bar__minus_00_dot_54_bar__plus_01_dot_22_bar__minus_00_dot_26)
  (pickupable Watch_bar__minus_00_dot_44_bar__plus_00_dot_05_bar__minus_00_dot_81)
  (pickupable Watch_bar__minus_00_dot_11_bar__plus_00_dot_78_bar__plus_00_dot_51)
  (inReceptacle FloorLamp_bar__plus_01_dot_90_bar__plus_01_dot_13_bar__plus_00_dot_06 SideTable_bar__plus_01_dot_81_bar__plus_00_dot_00_bar__plus_00_dot_33)
  (inReceptacle HousePlant_bar__plus_01_dot_75_bar__plus_00_dot_46_bar__minus_00_dot_04 SideTable_bar__plus_01_dot_81_bar__plus_00_dot_00_bar__plus_00_dot_33)
  (inReceptacle Television_bar__plus_01_dot_67_bar__plus_00_dot_95_bar__plus_00_dot_60 SideTable_bar__plus_01_dot_81_bar__plus_00_dot_00_bar__plus_00_dot_33)
  (inReceptacle Box_bar__minus_01_dot_06_bar__plus_01_dot_07_bar__minus_01_dot_57 Sofa_bar__minus_00_dot_50_bar__plus_00_dot_00_bar__minus_01_dot_89)
  (inReceptacle CreditCard_bar__plus_00_dot_02_bar__plus_00_dot_27_bar__minus_00_dot_99 Drawer_bar__minus_00_dot_71_bar__plus_00_dot_39_bar__minus_00_dot_56)
  (inReceptacle KeyChain_bar__minus_01_dot_20_bar__plus_01_dot_11_bar__minus_00_dot_07 Drawer_bar__minus_01_dot_19_bar__plus_01_dot_22_bar__plus_00_dot_15)
  (inReceptacle Laptop_bar__minus_00_dot_75_bar__plus_01_dot_40_bar__minus_02_dot_16 Sofa_bar__minus_00_dot_50_bar__plus_00_dot_00_bar__minus_01_dot_89)
  (inReceptacle Newspaper_bar__minus_00_dot_48_bar__plus_01_dot_66_bar__minus_01_dot_79 Sofa_bar__minus_00_dot_50_bar__plus_00_dot_00_bar__minus_01_dot_89)
  (inReceptacle Pillow_bar__minus_00_dot_56_bar__plus_00_dot_91_bar__minus_01_dot_97 Sofa_bar__minus_00_dot_50_bar__plus_00_dot_00_bar__minus_01_dot_89)
  (inReceptacle Pillow_bar__plus_00_dot_99_bar__plus_00_dot_83_bar__minus_00_dot_51 ArmChair_bar__plus_01_dot_51_bar__plus_00_dot_00_bar__minus_00_dot_59)
  (inReceptacle Pillow_bar__plus_01_dot_46_bar__plus_01_dot_47_bar__minus_00_dot_83 ArmChair_bar__plus_01_dot_51_bar__plus_00_dot_00_bar__minus_00_dot_59)
  (inReceptacle RemoteControl_bar__plus_00_dot_14_bar__plus_01_dot_24_bar__minus_01_dot_23 Drawer_bar__minus_00_dot_71_bar__plus_00_dot_23_bar__minus_00_dot_56)
  (inReceptacle Statue_bar__plus_01_dot_62_bar__plus_00_dot_31_bar__plus_00_dot_56 SideTable_bar__plus_01_dot_81_bar__plus_00_dot_00_bar__plus_00_dot_33)
  (inReceptacle Statue_bar__minus_01_dot_08_bar__plus_00_dot_60_bar__minus_00_dot_85 CoffeeTable_bar__minus_00_dot_71_bar__plus_00_dot_01_bar__minus_00_dot_37)
  (inReceptacle Statue_bar__minus_00_dot_94_bar__plus_00_dot_93_bar__minus_00_dot_31 CoffeeTable_bar__minus_00_dot_71_bar__plus_00_dot_01_bar__minus_00_dot_37)
  (inReceptacle Watch_bar__minus_00_dot_54_bar__plus_01_dot_22_bar__minus_00_dot_26 CoffeeTable_bar__minus_00_dot_71_bar__plus_00_dot_01_bar__minus_00_dot_37)
  (inReceptacle Watch_bar__minus_00_dot_44_bar__plus_00_dot_05_bar__minus_00_dot_81 CoffeeTable_bar__minus_00_dot_71_bar__plus_00_dot_01_bar__minus_00_dot_37)
  (inReceptacle Watch_bar__minus_00_dot_11_bar__plus_00_dot_78_bar__plus_00_dot_51 Drawer_bar__minus_00_dot_71_bar__plus_00_dot_23_bar__minus_00_dot_17)
  (receptacleAtLocation ArmChair_bar__plus_01_dot_51_bar__plus_00_dot_00_bar__minus_00_dot_59 loc_bar_2_bar__minus_2_bar_1_bar_30)
  (receptacleAtLocation CoffeeTable_bar__minus_00_dot_71_bar__plus_00_dot_01_bar__minus_00_dot_37 loc_bar__minus_3_bar__minus_5_bar_0_bar_30)
  (receptacleAtLocation Drawer_bar__plus_00_dot_01_bar__plus_00_dot_31_bar__minus_00_dot_86 loc_bar_2_bar__minus_5_bar_3_bar_30)
  (receptacleAtLocation Drawer_bar__plus_01_dot_77_bar__plus_00_dot_77_bar__plus_00_dot_33 loc_bar_4_bar_1_bar_1_bar_30)
  (receptacleAtLocation Drawer_bar__minus_00_dot_71_bar__plus_00_dot_07_bar__minus_00_dot_17 loc_bar_1_bar_2_bar_3_bar_30)
  (receptacleAtLocation Drawer_bar__minus_00_dot_71_bar__plus_00_dot_07_bar__minus_00_dot_56 loc_bar_3_bar__minus_6_bar_3_bar_30)
  (receptacleAtLocation Drawer_bar__minus_00_dot_71_bar__plus_00_dot_23_bar__minus_00_dot_17 loc_bar_1_bar_2_bar_3_bar_30)
  (receptacleAtLocation Drawer_bar__minus_00_dot_71_bar__plus_00_dot_23_bar__minus_00_dot_56 loc_bar_3_bar__minus_6_bar_3_bar_30)
  (receptacleAtLocation Drawer_bar__minus_00_dot_71_bar__plus_00_dot_39_bar__minus_00_dot_17 loc_bar_1_bar_2_bar_3_bar_30)
  (receptacleAtLocation Drawer_bar__minus_00_dot_71_bar__plus_00_dot_39_bar__minus_00_dot_56 loc_bar_2_bar__minus_5_bar_3_bar_30)
  (receptacleAtLocation Drawer_bar__minus_01_dot_19_bar__plus_01_dot_22_bar__plus_00_dot_15 loc_bar__minus_8_bar_1_bar_1_bar_30)
  (receptacleAtLocation GarbageCan_bar__plus_00_dot_60_bar__plus_00_dot_59_bar__plus_01_dot_00 loc_bar_3_bar_1_bar_0_bar_30)
  (receptacleAtLocation SideTable_bar__plus_01_dot_81_bar__plus_00_dot_00_bar__plus_00_dot_33 loc_bar_5_bar_1_bar_1_bar_30)
  (receptacleAtLocation Sofa_bar__minus_00_dot_50_bar__plus_00_dot_00_bar__minus_01_dot_89 loc_bar__minus_3_bar__minus_5_bar_2_bar_30)
  (objectAtLocation Blinds_bar__minus_03_dot_13_bar__plus_00_dot_81_bar__minus_00_dot_64 loc_bar__minus_9_bar__minus_4_bar_3_bar_30)
  (objectAtLocation FloorLamp_bar__plus_01_dot_90_bar__plus_01_dot_13_bar__plus_00_dot_06 loc_bar_5_bar_1_bar_1_bar_30)
  (objectAtLocation HousePlant_bar__plus_01_dot_75_bar__plus_00_dot_46_bar__minus_00_dot_04 loc_bar_5_bar_1_bar_1_bar_30)
  (objectAtLocation LightSwitch_bar__minus_02_dot_32_bar__plus_01_dot_16_bar__minus_00_dot_95 loc_bar__minus_9_bar__minus_5_bar_0_bar_30)
  (objectAtLocation Painting_bar__minus_00_dot_97_bar__plus_00_dot_90_bar__minus_00_dot_50 loc_bar__minus_7_bar__minus_2_bar_1_bar_30)
  (objectAtLocation Television_bar__plus_01_dot_67_bar__plus_00_dot_95_bar__plus_00_dot_60 loc_bar_5_bar_1_bar_1_bar_30)
  (objectAtLocation Window_bar__minus_01_dot_98_bar__plus_00_dot_51_bar__minus_00_dot_58 loc_bar__minus_9_bar__minus_1_bar_2_bar_30)
  (objectAtLocation Window_bar__plus_00_dot_73_bar__plus_00_dot_14_bar__minus_00_dot_26 loc_bar_1_bar_0_bar_1_bar_30)
  (objectAtLocation Box_bar__minus_01_dot_06_bar__plus_01_dot_07_bar__minus_01_dot_57 loc_bar__minus_3_bar__minus_5_bar_2_bar_30)
  (objectAtLocation CreditCard_bar__plus_00_dot_02_bar__plus_00_dot_27_bar__minus_00_dot_99 loc_bar_2_bar__minus_5_bar_3_bar_30)
  (objectAtLocation KeyChain_bar__minus_01_dot_20_bar__plus_01_dot_11_bar__minus_00_dot_07 loc_bar__minus_8_bar_1_bar_1_bar_30)
  (objectAtLocation Laptop_bar__minus_00_dot_75_bar__plus_01_dot_40_bar__minus_02_dot_16 loc_bar__minus_3_bar__minus_5_bar_2_bar_30)
  (objectAtLocation Newspaper_bar__minus_00_dot_48_bar__plus_01_dot_66_bar__minus_01_dot_79 loc_bar__minus_3_bar__minus_5_bar_2_bar_30)
  (objectAtLocation Pillow_bar__minus_00_dot_56_bar__plus_00_dot_91_bar__minus_01_dot_97 loc_bar__minus_3_bar__minus_5_bar_2_bar_30)
  (objectAtLocation Pillow_bar__plus_00_dot_99_bar__plus_00_dot_83_bar__minus_00_dot_51 loc_bar_2_bar__minus_2_bar_1_bar_30)
  (objectAtLocation Pillow_bar__plus_01_dot_46_bar__plus_01_dot_47_bar__minus_00_dot_83 loc_bar_2_bar__minus_2_bar_1_bar_30)
  (objectAtLocation RemoteControl_bar__plus_00_dot_14_bar__plus_01_dot_24_bar__minus_01_dot_23 loc_bar_3_bar__minus_6_bar_3_bar_30)
  (objectAtLocation Statue_bar__plus_01_dot_62_bar__plus_00_dot_31_bar__plus_00_dot_56 loc_bar_5_bar_1_bar_1_bar_30)
  (objectAtLocation Statue_bar__minus_01_dot_08_bar__plus_00_dot_60_bar__minus_00_dot_85 loc_bar__minus_3_bar__minus_5_bar_0_bar_30)
  (objectAtLocation Statue_bar__minus_00_dot_94_bar__plus_00_dot_93_bar__minus_00_dot_31 loc_bar__minus_3_bar__minus_5_bar_0_bar_30)
  (objectAtLocation Watch_bar__minus_00_dot_54_bar__plus_01_dot_22_bar__minus_00_dot_26 loc_bar__minus_3_bar__minus_5_bar_0_bar_30)
  (objectAtLocation Watch_bar__minus_00_dot_44_bar__plus_00_dot_05_bar__minus_00_dot_81 loc_bar__minus_3_bar__minus_5_bar_0_bar_30)
  (objectAtLocation Watch_bar__minus_00_dot_11_bar__plus_00_dot_78_bar__plus_00_dot_51 loc_bar_1_bar_2_bar_3_bar_30)
  )

        (:goal
             (and
                 (exists (?ot - object
                          ?r - receptacle
                          ?a - agent
                          ?l - location)
                     (and
                         (objectType ?ot FloorLampType)
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
                         (objectType ?o LaptopType)
                         (holds ?a ?o)
                     )
                 )
             )
        )
    )
    