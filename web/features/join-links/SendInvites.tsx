import { Button, Group, NumberInput } from '@mantine/core'

type SendProps = {
  readonly fresh: number
  /** For how many days the invitations hold. */
  readonly days: number
  readonly onDays: (days: number) => void
  /** Something was changed or is wrong: the list is checked again before anybody is invited. */
  readonly isToCheck: boolean
  readonly canCheck: boolean
  readonly isChecking: boolean
  readonly isInviting: boolean
  readonly onCheck: () => void
  readonly onSend: () => void
}

export function SendButtons(props: SendProps) {
  const { fresh, days, onDays, isToCheck, canCheck, isChecking, isInviting, onCheck, onSend } = props
  return (
    <Group align="flex-end">
      <NumberInput
        label="Vale por quantos dias"
        w={190}
        min={1}
        max={90}
        value={days}
        onChange={(value) => onDays(Number(value))}
      />
      {isToCheck ? (
        <Button mih={44} disabled={!canCheck} onClick={onCheck}>
          {isChecking ? 'Conferindo...' : 'Conferir de novo'}
        </Button>
      ) : (
        <Button mih={44} disabled={isInviting || fresh === 0} onClick={onSend}>
          {isInviting ? 'Convidando...' : `Convidar ${countText(fresh)}`}
        </Button>
      )}
    </Group>
  )
}

export function countText(count: number): string {
  return count === 1 ? '1 pessoa' : `${count} pessoas`
}
