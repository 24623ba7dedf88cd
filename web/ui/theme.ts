import { Anchor, createTheme } from '@mantine/core'
import type { MantineColorsTuple } from '@mantine/core'

// The brand colours: deep water green and warm amber on paper.
const mata: MantineColorsTuple = [
  '#e8f5f2',
  '#d2e9e4',
  '#a3d3c9',
  '#70bbad',
  '#48a796',
  '#2f9a87',
  '#1f8a78',
  '#0f7364',
  '#0b5c55',
  '#07443f',
]
const sol: MantineColorsTuple = [
  '#fff6e0',
  '#ffebc2',
  '#fcd98f',
  '#f8c65a',
  '#f2b84b',
  '#e3a02c',
  '#b97d14',
  '#8f5f0c',
  '#6d4806',
  '#4a3002',
]

// The library's, but for the shades under white words, which are dark enough for them.
const red: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff8787',
  '#ff6b6b',
  '#fa5252',
  '#e03131',
  '#d62828',
  '#c92a2a',
]

// The library's, but for the last, in which a title stands on the second.
const yellow: MantineColorsTuple = [
  '#fff9db',
  '#fff3bf',
  '#ffec99',
  '#ffe066',
  '#ffd43b',
  '#fcc419',
  '#fab005',
  '#f59f00',
  '#f08c00',
  '#8f4700',
]

// The greys of the dark scheme keep a little of the brand green.
const dark: MantineColorsTuple = [
  '#e4e9e7',
  '#b9c3c1',
  '#a9b5b3',
  '#64716f',
  '#3b4647',
  '#2d3637',
  '#1b2223',
  '#14191a',
  '#101415',
  '#0c1011',
]

export const theme = createTheme({
  primaryColor: 'mata',
  primaryShade: { light: 8, dark: 7 },
  colors: { mata, sol, red, yellow, dark },
  autoContrast: true,
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
  headings: { fontWeight: '700', textWrap: 'balance' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Links are underlined, because colour alone does not tell them from the surrounding text.
  // Behind a dialog the page stands still by one rule of web/ui/shell.css: the library's own lock writes a property on the body
  // that every element inherits, and so has the whole page styled anew.
  components: {
    Anchor: Anchor.extend({ defaultProps: { underline: 'always' } }),
    Modal: { defaultProps: { lockScroll: false, closeButtonProps: { 'aria-label': 'Fechar' } } },
    // The arrow of a choice is a picture without words.
    NativeSelect: { defaultProps: { rightSectionProps: { 'aria-hidden': true } } },
  },
})
