"""Makes catalogues in WebShop's own formats, of any size, from word lists.

``skill1 envs make-catalogue webshop OUT --products N --seed S [--instructions K]`` writes the three files of a WebShop
folder without a download. No product, brand or sentence is anybody's.

* ``words``: reads ``kinds/<category>.json`` (kinds of products with their attributes), ``options.json`` and
  ``texts.json``; makes up brands and models, few of them common and most rare, asins, and what people would write
* ``products``: families of products that differ in some attributes, options and the price
* ``files``: the folder, written as it is drawn
* ``makers`` and ``makers_folder``: a small shop of makers, in which skills carry over (see MAKERS.md)

What a catalogue promises
=========================

* Same numbers: same bytes, on any machine. A larger catalogue begins with the smaller one, and the products do not
  depend on the number of instructions.
* Every kind comes once in each round of kinds, with one to six products of one brand, so all five categories and all
  kinds are there from a few hundred products on.
* Every attribute of a product is named in its title, a bullet or its description, mostly not in the title. Search sees
  the title, the description and the first bullet only, and options are shared, so the first hit is often a lookalike.
* Every instruction in people's words can be fulfilled by its own product. A synthetic goal cannot be where a colour
  hides in an option value ("sandalwood"), as in the original.
* One product in a hundred each: has no price, lacks its attributes in ``items_ins_v2.json``, has its bullets in one
  text, has a null list of options, or a loud query. Fifteen have a range of prices. After every hundredth product
  comes a row that loaders leave out: its asin is "nan", too long, or there already, in turn.
"""

from skill1_envs.webshop.generate.files import make_catalogue

__all__ = ["make_catalogue"]
