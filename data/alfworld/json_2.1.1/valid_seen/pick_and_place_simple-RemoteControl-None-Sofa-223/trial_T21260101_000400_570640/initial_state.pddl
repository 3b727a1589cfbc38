
(define (problem plan_trial_T21260101_000400_570640)
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
  Chair_bar__minus_01_dot_56_bar__plus_01_dot_16_bar__plus_00_dot_79 - object
  Chair_bar__plus_02_dot_51_bar__plus_00_dot_19_bar__minus_01_dot_46 - object
  FloorLamp_bar__minus_00_dot_90_bar__plus_00_dot_54_bar__plus_01_dot_96 - object
  HousePlant_bar__minus_01_dot_39_bar__plus_01_dot_66_bar__plus_00_dot_25 - object
  LightSwitch_bar__minus_01_dot_00_bar__plus_01_dot_52_bar__minus_00_dot_46 - object
  Painting_bar__plus_01_dot_13_bar__plus_00_dot_82_bar__minus_01_dot_61 - object
  Television_bar__minus_01_dot_75_bar__plus_00_dot_02_bar__plus_02_dot_66 - object
  Window_bar__plus_02_dot_98_bar__plus_00_dot_64_bar__minus_01_dot_87 - object
  Window_bar__minus_01_dot_22_bar__plus_01_dot_49_bar__plus_00_dot_63 - object
  Box_bar__minus_00_dot_85_bar__plus_00_dot_48_bar__plus_02_dot_03 - object
  Candle_bar__minus_01_dot_30_bar__plus_00_dot_07_bar__minus_00_dot_25 - object
  Candle_bar__plus_02_dot_24_bar__plus_00_dot_23_bar__minus_00_dot_68 - object
  CreditCard_bar__plus_01_dot_63_bar__plus_01_dot_13_bar__minus_00_dot_69 - object
  CreditCard_bar__minus_01_dot_50_bar__plus_00_dot_02_bar__plus_00_dot_38 - object
  CreditCard_bar__minus_01_dot_98_bar__plus_00_dot_11_bar__plus_02_dot_54 - object
  KeyChain_bar__minus_02_dot_02_bar__plus_00_dot_62_bar__plus_02_dot_71 - object
  Laptop_bar__plus_01_dot_90_bar__plus_01_dot_44_bar__minus_00_dot_49 - object
  Pillow_bar__minus_01_dot_27_bar__plus_00_dot_01_bar__minus_01_dot_16 - object
  Pillow_bar__minus_01_dot_24_bar__plus_01_dot_10_bar__minus_01_dot_42 - object
  Plate_bar__minus_01_dot_92_bar__plus_01_dot_28_bar__plus_00_dot_22 - object
  Plate_bar__minus_02_dot_58_bar__plus_00_dot_73_bar__plus_02_dot_34 - object
  RemoteControl_bar__minus_01_dot_54_bar__plus_00_dot_41_bar__plus_00_dot_26 - object
  Statue_bar__minus_01_dot_58_bar__plus_00_dot_86_bar__plus_00_dot_05 - object
  Vase_bar__plus_01_dot_85_bar__plus_00_dot_28_bar__minus_00_dot_85 - object
  Vase_bar__minus_01_dot_97_bar__plus_01_dot_19_bar__plus_00_dot_30 - object
  Vase_bar__plus_02_dot_00_bar__plus_01_dot_52_bar__minus_00_dot_77 - object
  WateringCan_bar__plus_01_dot_66_bar__plus_00_dot_80_bar__minus_00_dot_80 - object
  ArmChair_bar__minus_00_dot_43_bar__plus_00_dot_00_bar__plus_01_dot_06 - receptacle
  ArmChair_bar__minus_00_dot_44_bar__plus_00_dot_00_bar__plus_01_dot_92 - receptacle
  ArmChair_bar__minus_02_dot_01_bar__plus_00_dot_00_bar__minus_01_dot_58 - receptacle
  CoffeeTable_bar__minus_02_dot_02_bar__minus_00_dot_01_bar__plus_00_dot_02 - receptacle
  DiningTable_bar__plus_01_dot_88_bar_00_dot_00_bar__minus_00_dot_29 - receptacle
  DiningTable_bar__minus_01_dot_88_bar__plus_00_dot_27_bar__plus_02_dot_79 - receptacle
  GarbageCan_bar__plus_01_dot_46_bar__plus_00_dot_39_bar__plus_01_dot_10 - receptacle
  Sofa_bar__minus_03_dot_44_bar__minus_00_dot_01_bar__minus_00_dot_04 - receptacle
  TVStand_bar__minus_01_dot_86_bar__minus_00_dot_01_bar__plus_02_dot_79 - receptacle
  loc_bar__minus_11_bar_0_bar_3_bar_30 - location
  loc_bar__minus_2_bar__minus_1_bar_3_bar_30 - location
  loc_bar__minus_3_bar__minus_5_bar_3_bar_30 - location
  loc_bar__minus_4_bar_0_bar_3_bar_30 - location
  loc_bar__minus_5_bar_0_bar_0_bar_30 - location
  loc_bar__minus_6_bar_5_bar_1_bar_30 - location
  loc_bar__minus_6_bar_8_bar_1_bar_30 - location
  loc_bar__minus_7_bar_3_bar_1_bar_30 - location
  loc_bar__minus_8_bar_7_bar_0_bar_30 - location
  loc_bar__minus_9_bar_7_bar_0_bar_30 - location
  loc_bar_13_bar_2_bar_0_bar_30 - location
  loc_bar_1_bar__minus_6_bar_1_bar_30 - location
  loc_bar_4_bar_4_bar_1_bar_30 - location
  loc_bar_7_bar__minus_6_bar_1_bar_30 - location
  loc_bar_8_bar__minus_5_bar_0_bar_30 - location
  loc_bar_9_bar__minus_6_bar_1_bar_30 - location
  )

(:init
  (receptacleType ArmChair_bar__minus_00_dot_43_bar__plus_00_dot_00_bar__plus_01_dot_06 ArmChairType)
  (receptacleType ArmChair_bar__minus_00_dot_44_bar__plus_00_dot_00_bar__plus_01_dot_92 ArmChairType)
  (receptacleType ArmChair_bar__minus_02_dot_01_bar__plus_00_dot_00_bar__minus_01_dot_58 ArmChairType)
  (receptacleType CoffeeTable_bar__minus_02_dot_02_bar__minus_00_dot_01_bar__plus_00_dot_02 CoffeeTableType)
  (receptacleType DiningTable_bar__plus_01_dot_88_bar_00_dot_00_bar__minus_00_dot_29 DiningTableType)
  (receptacleType DiningTable_bar__minus_01_dot_88_bar__plus_00_dot_27_bar__plus_02_dot_79 DiningTableType)
  (receptacleType GarbageCan_bar__plus_01_dot_46_bar__plus_00_dot_39_bar__plus_01_dot_10 GarbageCanType)
  (receptacleType Sofa_bar__minus_03_dot_44_bar__minus_00_dot_01_bar__minus_00_dot_04 SofaType)
  (receptacleType TVStand_bar__minus_01_dot_86_bar__minus_00_dot_01_bar__plus_02_dot_79 TVStandType)
  (objectType Chair_bar__minus_01_dot_56_bar__plus_01_dot_16_bar__plus_00_dot_79 ChairType)
  (objectType Chair_bar__plus_02_dot_51_bar__plus_00_dot_19_bar__minus_01_dot_46 ChairType)
  (objectType FloorLamp_bar__minus_00_dot_90_bar__plus_00_dot_54_bar__plus_01_dot_96 FloorLampType)
  (objectType HousePlant_bar__minus_01_dot_39_bar__plus_01_dot_66_bar__plus_00_dot_25 HousePlantType)
  (objectType LightSwitch_bar__minus_01_dot_00_bar__plus_01_dot_52_bar__minus_00_dot_46 LightSwitchType)
  (objectType Painting_bar__plus_01_dot_13_bar__plus_00_dot_82_bar__minus_01_dot_61 PaintingType)
  (objectType Television_bar__minus_01_dot_75_bar__plus_00_dot_02_bar__plus_02_dot_66 TelevisionType)
  (objectType Window_bar__plus_02_dot_98_bar__plus_00_dot_64_bar__minus_01_dot_87 WindowType)
  (objectType Window_bar__minus_01_dot_22_bar__plus_01_dot_49_bar__plus_00_dot_63 WindowType)
  (objectType Box_bar__minus_00_dot_85_bar__plus_00_dot_48_bar__plus_02_dot_03 BoxType)
  (objectType Candle_bar__minus_01_dot_30_bar__plus_00_dot_07_bar__minus_00_dot_25 CandleType)
  (objectType Candle_bar__plus_02_dot_24_bar__plus_00_dot_23_bar__minus_00_dot_68 CandleType)
  (objectType CreditCard_bar__plus_01_dot_63_bar__plus_01_dot_13_bar__minus_00_dot_69 CreditCardType)
  (objectType CreditCard_bar__minus_01_dot_50_bar__plus_00_dot_02_bar__plus_00_dot_38 CreditCardType)
  (objectType CreditCard_bar__minus_01_dot_98_bar__plus_00_dot_11_bar__plus_02_dot_54 CreditCardType)
  (objectType KeyChain_bar__minus_02_dot_02_bar__plus_00_dot_62_bar__plus_02_dot_71 KeyChainType)
  (objectType Laptop_bar__plus_01_dot_90_bar__plus_01_dot_44_bar__minus_00_dot_49 LaptopType)
  (objectType Pillow_bar__minus_01_dot_27_bar__plus_00_dot_01_bar__minus_01_dot_16 PillowType)
  (objectType Pillow_bar__minus_01_dot_24_bar__plus_01_dot_10_bar__minus_01_dot_42 PillowType)
  (objectType Plate_bar__minus_01_dot_92_bar__plus_01_dot_28_bar__plus_00_dot_22 PlateType)
  (objectType Plate_bar__minus_02_dot_58_bar__plus_00_dot_73_bar__plus_02_dot_34 PlateType)
  (objectType RemoteControl_bar__minus_01_dot_54_bar__plus_00_dot_41_bar__plus_00_dot_26 RemoteControlType)
  (objectType Statue_bar__minus_01_dot_58_bar__plus_00_dot_86_bar__plus_00_dot_05 StatueType)
  (objectType Vase_bar__plus_01_dot_85_bar__plus_00_dot_28_bar__minus_00_dot_85 VaseType)
  (objectType Vase_bar__minus_01_dot_97_bar__plus_01_dot_19_bar__plus_00_dot_30 VaseType)
  (objectType Vase_bar__plus_02_dot_00_bar__plus_01_dot_52_bar__minus_00_dot_77 VaseType)
  (objectType WateringCan_bar__plus_01_dot_66_bar__plus_00_dot_80_bar__minus_00_dot_80 WateringCanType)
  (canContain ArmChairType BoxType)
  (canContain ArmChairType CreditCardType)
  (canContain ArmChairType KeyChainType)
  (canContain ArmChairType LaptopType)
  (canContain ArmChairType PillowType)
  (canContain ArmChairType RemoteControlType)
  (canContain CoffeeTableType BoxType)
  (canContain CoffeeTableType CandleType)
  (canContain CoffeeTableType CreditCardType)
  (canContain CoffeeTableType KeyChainType)
  (canContain CoffeeTableType LaptopType)
  (canContain CoffeeTableType PlateType)
  (canContain CoffeeTableType RemoteControlType)
  (canContain CoffeeTableType StatueType)
  (canContain CoffeeTableType VaseType)
  (canContain CoffeeTableType WateringCanType)
  (canContain DiningTableType BoxType)
  (canContain DiningTableType CandleType)
  (canContain DiningTableType CreditCardType)
  (canContain DiningTableType KeyChainType)
  (canContain DiningTableType LaptopType)
  (canContain DiningTableType PlateType)
  (canContain DiningTableType RemoteControlType)
  (canContain DiningTableType StatueType)
  (canContain DiningTableType VaseType)
  (canContain DiningTableType WateringCanType)
  (canContain SofaType BoxType)
  (canContain SofaType CreditCardType)
  (canContain SofaType KeyChainType)
  (canContain SofaType LaptopType)
  (canContain SofaType PillowType)
  (canContain SofaType RemoteControlType)
  (isReceptacleObject Box_bar__minus_00_dot_85_bar__plus_00_dot_48_bar__plus_02_dot_03)
  (isReceptacleObject Plate_bar__minus_01_dot_92_bar__plus_01_dot_28_bar__plus_00_dot_22)
  (isReceptacleObject Plate_bar__minus_02_dot_58_bar__plus_00_dot_73_bar__plus_02_dot_34)
  (atLocation agent1 loc_bar_13_bar_2_bar_0_bar_30)
  (cleanable Plate_bar__minus_01_dot_92_bar__plus_01_dot_28_bar__plus_00_dot_22)
  (cleanable Plate_bar__minus_02_dot_58_bar__plus_00_dot_73_bar__plus_02_dot_34)
  (heatable Plate_bar__minus_01_dot_92_bar__plus_01_dot_28_bar__plus_00_dot_22)
  (heatable Plate_bar__minus_02_dot_58_bar__plus_00_dot_73_bar__plus_02_dot_34)
  (coolable Plate_bar__minus_01_dot_92_bar__plus_01_dot_28_bar__plus_00_dot_22)
  (coolable Plate_bar__minus_02_dot_58_bar__plus_00_dot_73_bar__plus_02_dot_34)
  (pickupable Box_bar__minus_00_dot_85_bar__plus_00_dot_48_bar__plus_02_dot_03)
  (pickupable Candle_bar__minus_01_dot_30_bar__plus_00_dot_07_bar__minus_00_dot_25)
  (pickupable Candle_bar__plus_02_dot_24_bar__plus_00_dot_23_bar__minus_00_dot_68)
  (pickupable CreditCard_bar__plus_01_dot_63_bar__plus_01_dot_13_bar__minus_00_dot_69)
  (pickupable CreditCard_bar__minus_01_dot_50_bar__plus_00_dot_02_bar__plus_00_dot_38)
  (pickupable CreditCard_bar__minus_01_dot_98_bar__plus_00_dot_11_bar__plus_02_dot_54)
  (pickupable KeyChain_bar__minus_02_dot_02_bar__plus_00_dot_62_bar__plus_02_dot_71)
  (pickupable Laptop_bar__plus_01_dot_90_bar__plus_01_dot_44_bar__minus_00_dot_49)
  (pickupable Pillow_bar__minus_01_dot_27_bar__plus_00_dot_01_bar__minus_01_dot_16)
  (pickupable Pillow_bar__minus_01_dot_24_bar__plus_01_dot_10_bar__minus_01_dot_42)
  (pickupable Plate_bar__minus_01_dot_92_bar__plus_01_dot_28_bar__plus_00_dot_22)
  (pickupable Plate_bar__minus_02_dot_58_bar__plus_00_dot_73_bar__plus_02_dot_34)
  (pickupable RemoteControl_bar__minus_01_dot_54_bar__plus_00_dot_41_bar__plus_00_dot_26)
  (pickupable Statue_bar__minus_01_dot_58_bar__plus_00_dot_86_bar__plus_00_dot_05)
  (pickupable Vase_bar__plus_01_dot_85_bar__plus_00_dot_28_bar__minus_00_dot_85)
  (pickupable Vase_bar__minus_01_dot_97_bar__plus_01_dot_19_bar__plus_00_dot_30)
  (pickupable Vase_bar__plus_02_dot_00_bar__plus_01_dot_52_bar__minus_00_dot_77)
  (pickupable WateringCan_bar__plus_01_dot_66_bar__plus_00_dot_80_bar__minus_00_dot_80)
  (inReceptacle FloorLamp_bar__minus_00_dot_90_bar__plus_00_dot_54_bar__plus_01_dot_96 ArmChair_bar__minus_00_dot_44_bar__plus_00_dot_00_bar__plus_01_dot_92)
  (inReceptacle HousePlant_bar__minus_01_dot_39_bar__plus_01_dot_66_bar__plus_00_dot_25 CoffeeTable_bar__minus_02_dot_02_bar__minus_00_dot_01_bar__plus_00_dot_02)
  (inReceptacle Television_bar__minus_01_dot_75_bar__plus_00_dot_02_bar__plus_02_dot_66 TVStand_bar__minus_01_dot_86_bar__minus_00_dot_01_bar__plus_02_dot_79)
  (inReceptacle Box_bar__minus_00_dot_85_bar__plus_00_dot_48_bar__plus_02_dot_03 ArmChair_bar__minus_00_dot_44_bar__plus_00_dot_00_bar__plus_01_dot_92)
  (inReceptacle Candle_bar__minus_01_dot_30_bar__plus_00_dot_07_bar__minus_00_dot_25 CoffeeTable_bar__minus_02_dot_02_bar__minus_00_dot_01_bar__plus_00_dot_02)
  (inReceptacle Candle_bar__plus_02_dot_24_bar__plus_00_dot_23_bar__minus_00_dot_68 DiningTable_bar__plus_01_dot_88_bar_00_dot_00_bar__minus_00_dot_29)
  (inReceptacle CreditCard_bar__plus_01_dot_63_bar__plus_01_dot_13_bar__minus_00_dot_69 DiningTable_bar__plus_01_dot_88_bar_00_dot_00_bar__minus_00_dot_29)
  (inReceptacle CreditCard_bar__minus_01_dot_50_bar__plus_00_dot_02_bar__plus_00_dot_38 CoffeeTable_bar__minus_02_dot_02_bar__minus_00_dot_01_bar__plus_00_dot_02)
  (inReceptacle CreditCard_bar__minus_01_dot_98_bar__plus_00_dot_11_bar__plus_02_dot_54 DiningTable_bar__minus_01_dot_88_bar__plus_00_dot_27_bar__plus_02_dot_79)
  (inReceptacle KeyChain_bar__minus_02_dot_02_bar__plus_00_dot_62_bar__plus_02_dot_71 DiningTable_bar__minus_01_dot_88_bar__plus_00_dot_27_bar__plus_02_dot_79)
  (inReceptacle Laptop_bar__plus_01_dot_90_bar__plus_01_dot_44_bar__minus_00_dot_49 DiningTable_bar__plus_01_dot_88_bar_00_dot_00_bar__minus_00_dot_29)
  (inReceptacle Pillow_bar__minus_01_dot_27_bar__plus_00_dot_01_bar__minus_01_dot_16 ArmChair_bar__minus_02_dot_01_bar__plus_00_dot_00_bar__minus_01_dot_58)
  (inReceptacle Pillow_bar__minus_01_dot_24_bar__plus_01_dot_10_bar__minus_01_dot_42 ArmChair_bar__minus_02_dot_01_bar__plus_00_dot_00_bar__minus_01_dot_58)
  (inReceptacle Plate_bar__minus_01_dot_92_bar__plus_01_dot_28_bar__plus_00_dot_22 CoffeeTable_bar__minus_02_dot_02_bar__minus_00_dot_01_bar__plus_00_dot_02)
  (inReceptacle Plate_bar__minus_02_dot_58_bar__plus_00_dot_73_bar__plus_02_dot_34 DiningTable_bar__minus_01_dot_88_bar__plus_00_dot_27_bar__plus_02_dot_79)
  (inReceptacle RemoteControl_bar__minus_01_dot_54_bar__plus_00_dot_41_bar__plus_00_dot_26 CoffeeTable_bar__minus_02_dot_02_bar__minus_00_dot_01_bar__plus_00_dot_02)
  (inReceptacle Statue_bar__minus_01_dot_58_bar__plus_00_dot_86_bar__plus_00_dot_05 CoffeeTable_bar__minus_02_dot_02_bar__minus_00_dot_01_bar__plus_00_dot_02)
  (inReceptacle Vase_bar__plus_01_dot_85_bar__plus_00_dot_28_bar__minus_00_dot_85 DiningTable_bar__plus_01_dot_88_bar_00_dot_00_bar__minus_00_dot_29)
  (inReceptacle Vase_bar__minus_01_dot_97_bar__plus_01_dot_19_bar__plus_00_dot_30 CoffeeTable_bar__minus_02_dot_02_bar__minus_00_dot_01_bar__plus_00_dot_02)
  (inReceptacle Vase_bar__plus_02_dot_00_bar__plus_01_dot_52_bar__minus_00_dot_77 DiningTable_bar__plus_01_dot_88_bar_00_dot_00_bar__minus_00_dot_29)
  (inReceptacle WateringCan_bar__plus_01_dot_66_bar__plus_00_dot_80_bar__minus_00_dot_80 DiningTable_bar__plus_01_dot_88_bar_00_dot_00_bar__minus_00_dot_29)
  (receptacleAtLocation ArmChair_bar__minus_00_dot_43_bar__plus_00_dot_00_bar__plus_01_dot_06 loc_bar__minus_6_bar_5_bar_1_bar_30)
  (receptacleAtLocation ArmChair_bar__minus_00_dot_44_bar__plus_00_dot_00_bar__plus_01_dot_92 loc_bar__minus_6_bar_8_bar_1_bar_30)
  (receptacleAtLocation ArmChair_bar__minus_02_dot_01_bar__plus_00_dot_00_bar__minus_01_dot_58 loc_bar__minus_3_bar__minus_5_bar_3_bar_30)
  (receptacleAtLocation CoffeeTable_bar__minus_02_dot_02_bar__minus_00_dot_01_bar__plus_00_dot_02 loc_bar__minus_4_bar_0_bar_3_bar_30)
  (receptacleAtLocation DiningTable_bar__plus_01_dot_88_bar_00_dot_00_bar__minus_00_dot_29 loc_bar_8_bar__minus_5_bar_0_bar_30)
  (receptacleAtLocation DiningTable_bar__minus_01_dot_88_bar__plus_00_dot_27_bar__plus_02_dot_79 loc_bar__minus_9_bar_7_bar_0_bar_30)
  (receptacleAtLocation GarbageCan_bar__plus_01_dot_46_bar__plus_00_dot_39_bar__plus_01_dot_10 loc_bar_4_bar_4_bar_1_bar_30)
  (receptacleAtLocation Sofa_bar__minus_03_dot_44_bar__minus_00_dot_01_bar__minus_00_dot_04 loc_bar__minus_11_bar_0_bar_3_bar_30)
  (receptacleAtLocation TVStand_bar__minus_01_dot_86_bar__minus_00_dot_01_bar__plus_02_dot_79 loc_bar__minus_8_bar_7_bar_0_bar_30)
  (objectAtLocation Chair_bar__minus_01_dot_56_bar__plus_01_dot_16_bar__plus_00_dot_79 loc_bar__minus_5_bar_0_bar_0_bar_30)
  (objectAtLocation Chair_bar__plus_02_dot_51_bar__plus_00_dot_19_bar__minus_01_dot_46 loc_bar_7_bar__minus_6_bar_1_bar_30)
  (objectAtLocation FloorLamp_bar__minus_00_dot_90_bar__plus_00_dot_54_bar__plus_01_dot_96 loc_bar__minus_6_bar_8_bar_1_bar_30)
  (objectAtLocation HousePlant_bar__minus_01_dot_39_bar__plus_01_dot_66_bar__plus_00_dot_25 loc_bar__minus_4_bar_0_bar_3_bar_30)
  (objectAtLocation LightSwitch_bar__minus_01_dot_00_bar__plus_01_dot_52_bar__minus_00_dot_46 loc_bar__minus_2_bar__minus_1_bar_3_bar_30)
  (objectAtLocation Painting_bar__plus_01_dot_13_bar__plus_00_dot_82_bar__minus_01_dot_61 loc_bar_1_bar__minus_6_bar_1_bar_30)
  (objectAtLocation Television_bar__minus_01_dot_75_bar__plus_00_dot_02_bar__plus_02_dot_66 loc_bar__minus_8_bar_7_bar_0_bar_30)
  (objectAtLocation Window_bar__plus_02_dot_98_bar__plus_00_dot_64_bar__minus_01_dot_87 loc_bar_9_bar__minus_6_bar_1_bar_30)
  (objectAtLocation Window_bar__minus_01_dot_22_bar__plus_01_dot_49_bar__plus_00_dot_63 loc_bar__minus_7_bar_3_bar_1_bar_30)
  (objectAtLocation Box_bar__minus_00_dot_85_bar__plus_00_dot_48_bar__plus_02_dot_03 loc_bar__minus_6_bar_8_bar_1_bar_30)
  (objectAtLocation Candle_bar__minus_01_dot_30_bar__plus_00_dot_07_bar__minus_00_dot_25 loc_bar__minus_4_bar_0_bar_3_bar_30)
  (objectAtLocation Candle_bar__plus_02_dot_24_bar__plus_00_dot_23_bar__minus_00_dot_68 loc_bar_8_bar__minus_5_bar_0_bar_30)
  (objectAtLocation CreditCard_bar__plus_01_dot_63_bar__plus_01_dot_13_bar__minus_00_dot_69 loc_bar_8_bar__minus_5_bar_0_bar_30)
  (objectAtLocation CreditCard_bar__minus_01_dot_50_bar__plus_00_dot_02_bar__plus_00_dot_38 loc_bar__minus_4_bar_0_bar_3_bar_30)
  (objectAtLocation CreditCard_bar__minus_01_dot_98_bar__plus_00_dot_11_bar__plus_02_dot_54 loc_bar__minus_9_bar_7_bar_0_bar_30)
  (objectAtLocation KeyChain_bar__minus_02_dot_02_bar__plus_00_dot_62_bar__plus_02_dot_71 loc_bar__minus_9_bar_7_bar_0_bar_30)
  (objectAtLocation Laptop_bar__plus_01_dot_90_bar__plus_01_dot_44_bar__minus_00_dot_49 loc_bar_8_bar__minus_5_bar_0_bar_30)
  (objectAtLocation Pillow_bar__minus_01_dot_27_bar__plus_00_dot_01_bar__minus_01_dot_16 loc_bar__minus_3_bar__minus_5_bar_3_bar_30)
  (objectAtLocation Pillow_bar__minus_01_dot_24_bar__plus_01_dot_10_bar__minus_01_dot_42 loc_bar__minus_3_bar__minus_5_bar_3_bar_30)
  (objectAtLocation Plate_bar__minus_01_dot_92_bar__plus_01_dot_28_bar__plus_00_dot_22 loc_bar__minus_4_bar_0_bar_3_bar_30)
  (objectAtLocation Plate_bar__minus_02_dot_58_bar__plus_00_dot_73_bar__plus_02_dot_34 loc_bar__minus_9_bar_7_bar_0_bar_30)
  (objectAtLocation RemoteControl_bar__minus_01_dot_54_bar__plus_00_dot_41_bar__plus_00_dot_26 loc_bar__minus_4_bar_0_bar_3_bar_30)
  (objectAtLocation Statue_bar__minus_01_dot_58_bar__plus_00_dot_86_bar__plus_00_dot_05 loc_bar__minus_4_bar_0_bar_3_bar_30)
  (objectAtLocation Vase_bar__plus_01_dot_85_bar__plus_00_dot_28_bar__minus_00_dot_85 loc_bar_8_bar__minus_5_bar_0_bar_30)
  (objectAtLocation Vase_bar__minus_01_dot_97_bar__plus_01_dot_19_bar__plus_00_dot_30 loc_bar__minus_4_bar_0_bar_3_bar_30)
  (objectAtLocation Vase_bar__plus_02_dot_00_bar__plus_01_dot_52_bar__minus_00_dot_77 loc_bar_8_bar__minus_5_bar_0_bar_30)
  (objectAtLocation WateringCan_bar__plus_01_dot_66_bar__plus_00_dot_80_bar__minus_00_dot_80 loc_bar_8_bar__minus_5_bar_0_bar_30)
  )

        (:goal
            (and
                (exists (?r - receptacle)
                    (exists (?o - object)
                        (and
                            (inReceptacle ?o ?r)
                            (objectType ?o RemoteControlType)
                            (receptacleType ?r SofaType)
                        )
                    )
                )
            )
        )
    )
    