/**
 * Makes something for an object when it is first asked for: once for each object, and gone with it. Two databases, or two
 * servers of one process, share nothing.
 */
export function oncePer<Owner extends object, Made>(make: (owner: Owner) => Made): (owner: Owner) => Made {
  const made = new WeakMap<Owner, { readonly it: Made }>()
  return (owner) => {
    const known = made.get(owner)
    if (known !== undefined) return known.it
    const it = make(owner)
    made.set(owner, { it })
    return it
  }
}
