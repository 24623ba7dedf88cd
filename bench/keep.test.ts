import { expect, test } from 'vitest'
import { withSection } from './keep.ts'

const section = (name: string, figure: string) =>
  `<!-- bench ${name}: written -->\n| ${figure} |\n<!-- bench ${name} ends -->`

test('a run replaces its own section of the document and leaves everything else as it is', () => {
  const before = `# Performance\n\nWords.\n\n${section('calls', '1')}\n\n${section('memory', '2')}\n\nThe end.\n`
  const after = withSection(before, 'calls', section('calls', '$& 3'))
  expect(after).toBe(before.replace('| 1 |', () => '| $& 3 |'))
})

test('the first run of a part adds its section at the end', () => {
  const after = withSection('# Performance\n', 'calls', section('calls', '1'))
  expect(after).toBe(`# Performance\n\n${section('calls', '1')}\n`)
})
