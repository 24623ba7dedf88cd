import { Checkbox } from '@mantine/core'
import { createContext, memo, useContext, useMemo } from 'react'
import type { ReactNode } from 'react'
import { useTicks } from '#web/ui/useTicks.ts'
import type { User } from './api.ts'
import { nameOf } from './user-list.ts'

type Ticked = ReturnType<typeof useTicks>

const Ticks = createContext<Ticked>({ ids: new Set(), select: () => undefined, press: () => undefined })

/** Holds the ticks of these people, told past everything between: a tick draws its box and what counts them, not the page. */
export function WithTicks({ people, children }: { people: readonly User[]; children: ReactNode }) {
  const { ids, select, press } = useTicks(people.map(({ id }) => id).join(' '))
  const ticks = useMemo(() => ({ ids, select, press }), [ids, select, press])
  return <Ticks value={ticks}>{children}</Ticks>
}

/** The ticks, and what changes them. */
export const useTicked = () => useContext(Ticks)

/** The box of a table's row; a press with shift means everybody since the last one. */
export function RowTick({ user }: { user: User }) {
  const { ids, press } = useTicked()
  return <RowBox id={user.id} name={nameOf(user)} isTicked={ids.has(user.id)} onPress={press} />
}

const RowBox = memo(
  ({ id, name, isTicked, onPress }: { id: string; name: string; isTicked: boolean; onPress: Ticked['press'] }) => (
    <input
      type="checkbox"
      className="row-tick"
      aria-label={`Selecionar ${name}`}
      checked={isTicked}
      onChange={({ nativeEvent }) => onPress(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
    />
  ),
)

/** The box of a person's card. */
export function CardTick({ user }: { user: User }) {
  const { ids, press } = useTicked()
  return (
    <Checkbox
      mt={12}
      aria-label={`Selecionar ${nameOf(user)}`}
      checked={ids.has(user.id)}
      onChange={() => press(user.id, false)}
    />
  )
}
