import { Button, Group } from '@mantine/core'

type Props<T extends string> = {
  /** What is chosen, for those who hear the screen: 'Filtrar por status'. */
  readonly label: string
  /** What choosing nothing is called: 'Todas'. */
  readonly all: string
  readonly choices: Readonly<Record<T, { readonly label: string }>>
  readonly value: T | null
  readonly onChoose: (value: T | null) => void
}

/** One of a few, or all: buttons that stay pressed. */
export function Choices<T extends string>({ label, all, choices, value, onChoose }: Props<T>) {
  return (
    <Group gap="xs" role="group" aria-label={label}>
      {[null, ...(Object.keys(choices) as T[])].map((choice) => (
        <Button
          key={choice}
          variant={choice === value ? 'filled' : 'default'}
          size="sm"
          px="md"
          aria-pressed={choice === value}
          onClick={() => onChoose(choice)}
        >
          {choice === null ? all : choices[choice].label}
        </Button>
      ))}
    </Group>
  )
}
