"""Makes games in ALFWorld's own format from the room layouts inside the alfworld package.

``skill1 envs make-games alfworld OUT --seed S --train N --seen M --unseen K`` writes games in ALFWorld's own
format without a download. The rooms come from the alfworld package, of which the wheel alone is read, never
imported: ``pip install --no-deps alfworld==0.4.2``. Nothing of it is copied here; what is played needs neither
package nor engine.

* ``wheel``: finds the package, reads its tables, checks its domain and grammar by hash
* ``rooms``: a layout with the receptacles that it only names; the same in all games of a room
* ``goals``: task types, the goals a room offers, PDDL goals, sentences, also in people's words
* ``placement``: what lies where at the start
* ``game_files``: one game, played to the win, and its three files with the PDDL problem
* ``sets``: which games a seed gives; the folder and its manifest
* ``homes`` and ``homes_folder``: the same for homes with habits (see HOMES.md)

What a set promises
===================

* Same seed, same layouts: same bytes, on any machine. A split is a stream, so a larger set begins with the
  smaller one.
* Task types come in even shares, in rounds of six. ``pick_and_place_with_movable_recep`` is not made: ALFWorld
  skips it.
* Rooms 10, 219, 308 and 424 are for ``valid_unseen`` alone; 9, 215, 325 and 417, upstream's test rooms, are
  left alone, but for kitchen 9, in which there are held-out homes.
* No two games are equal in room, goal and in which kinds of things lie where, whatever their splits.
* Every game is played to the win by the planner before it is written (``walkthrough`` in ``game.tw-pddl``), and
  none is won at the start. No target starts in a receptacle of the goal's type.
* A set is written to ``OUT.partial`` and renamed when whole, or moved into an empty folder with its manifest last: a
  folder that has a manifest is complete.

What the numbers were matched to
================================

One published game (kitchen 14) and some forty receptacles seen in transcripts of published games that people
have put on the web. Ours is the mean over five games of each of the thirty rooms of a kind. Published | ours:

* things that can be picked up, kitchen 14: 43 | 45 (mean of all kitchens)
* copies of a type: 1, 2, 3: 41 %, 23 %, 36 % | 41 %, 24 %, 35 % (kitchens)
* in closed receptacles, kitchen 14: 18 % | 28 % (all kitchens; many have more drawers and cabinets)
* on a kitchen counter: 3 to 14, mean 7.5 | 8.4
* in a fridge: 2 to 9, mean 4.5 | 3.9
* on a desk: 3 to 10, mean 6 | 6.1 (bedrooms)
* on a sofa: 1 to 6, mean 3.2 | 3.0
* on a toilet: 1 to 3, mean 2.2 | 2.3
* in a sink basin of a kitchen: 3 to 4 | 3.0

Peculiarities of the originals that are kept, in modest shares: cabinets and drawers that never had a vetted
pose stay open and cannot be opened (up to four and two a room; half of the cabinets of kitchen 14); receptacles
share poses; half of the things on one of two open receptacles with one pose are on the other as well (kitchen
14: a mug in the coffee machine and on the counter); 8 % of the containers hold something that stays listed
beside them; only lamps of the goal can be switched on.

What differs: coordinates are drawn, so what stands beside what means nothing; distances between poses are left
out; ``traj_data.json`` has no images, plan or poses. Scores are not comparable with those on the published
games.
"""
