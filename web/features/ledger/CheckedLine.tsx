import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { fullMomentText } from '#web/text/dates.ts'
import { onWatch, readWatch } from './watch.ts'
import type { Watch } from './watch.ts'

/** One line: whether this device found everything in order in the circle's ledger, and when. */
export function CheckedLine() {
  const watch = useSyncExternalStore(onWatch, readWatch)
  return (
    <Text size="sm" c="dimmed" role="status">
      {lineOf(watch)}{' '}
      {watch.at !== 'rest' && watch.at !== 'working' && (
        <Anchor component={Link} to="/ledger" size="sm">
          {watch.at === 'checked' ? 'Ver o livro' : 'Conferir no livro'}
        </Anchor>
      )}
    </Text>
  )
}

function lineOf(watch: Watch): string {
  switch (watch.at) {
    case 'rest':
    case 'working':
      return 'Conferindo as contas do círculo...'
    case 'unknown':
      return 'As contas do círculo ainda não puderam ser conferidas neste aparelho.'
    case 'checked':
      return `✓ Tudo conferido agora, ${fullMomentText(new Date(watch.when).toISOString())}.`
    case 'faults':
      return '✗ A conferência das contas do círculo achou algo errado.'
  }
}

/** The same as the state of a door: silent where all is well. */
export function useLedgerState(): { readonly state: string | null; readonly isLoud: boolean } {
  const watch = useSyncExternalStore(onWatch, readWatch)
  if (watch.at === 'faults') return { state: 'Algo não confere', isLoud: true }
  if (watch.at === 'unknown') return { state: 'Ainda não conferido', isLoud: false }
  if (watch.at !== 'checked') return { state: null, isLoud: false }
  return { state: watch.knowsPast ? '✓ conferido' : '✓ conferido, sem o seu passado', isLoud: false }
}

/** Says that this device knows nothing of what its person did before it, and where that is mended. */
export function PastLine() {
  const watch = useSyncExternalStore(onWatch, readWatch)
  if (watch.at !== 'checked' || watch.knowsPast) return null
  return (
    <Text size="sm" role="status">
      Este aparelho ainda não conhece o seu passado: não percebe se alguém mudou o que você fez antes dele.{' '}
      <Anchor component={Link} to="/profile" hash="aparelhos" size="sm">
        Trazer do aparelho antigo
      </Anchor>
    </Text>
  )
}
