/** Stands on every page of a demonstration. */
export const DEMONSTRATION = 'Demonstração — valores fictícios, não pague'

/** Stands on every page of a circle whose time was ever set by hand. */
export const TEST_CLOCK = {
  name: 'Relógio de teste',
  text: 'As datas deste círculo foram postas à mão, e não são as do mundo.',
}
