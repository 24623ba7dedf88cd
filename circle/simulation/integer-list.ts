/** A list of whole numbers that grows and is used again: the simulator makes nothing new while it runs. */
export class IntegerList {
  items: Int32Array
  length = 0

  constructor(capacity: number) {
    this.items = new Int32Array(capacity)
  }

  push(item: number): void {
    if (this.length === this.items.length) this.items = grown(this.items)
    this.items[this.length] = item
    this.length += 1
  }

  /** Puts an item into an ascending list. */
  insert(item: number): void {
    this.push(item)
    let at = this.length - 1
    for (; at > 0 && this.items[at - 1]! > item; at -= 1) this.items[at] = this.items[at - 1]!
    this.items[at] = item
  }

  /** Closes the gap before an index: what stands from there on begins at `to`. Answers where it ends now. */
  close(to: number, from: number): number {
    if (to !== from) this.items.copyWithin(to, from, this.length)
    return to + this.length - from
  }

  /** In place, from smallest; quick when little is out of order, as here. */
  sort(): void {
    const { items, length } = this
    for (let index = 1; index < length; index += 1) {
      const item = items[index]!
      let at = index
      for (; at > 0 && items[at - 1]! > item; at -= 1) items[at] = items[at - 1]!
      items[at] = item
    }
  }
}

function grown(list: Int32Array): Int32Array {
  const larger = new Int32Array(list.length * 2)
  larger.set(list)
  return larger
}
