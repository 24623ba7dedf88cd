import { Button, Group } from '@mantine/core'

type Props<T extends string> = {
  /** The accessible name of the group: 'Filtrar por status'. */
  readonly label: string
  /** The label of the button that removes the filter: 'Todas'. */
  readonly all: string
  readonly options: Readonly<Record<T, { readonly label: string }>>
  readonly value: T | null
  readonly onChange: (value: T | null) => void
}

/** One of a few, or all: buttons that stay pressed. */
export function FilterButtons<T extends string>({ label, all, options, value, onChange }: Props<T>) {
  return (
    <Group gap="xs" role="group" aria-label={label}>
      {[null, ...(Object.keys(options) as T[])].map((option) => (
        <Button
          key={option}
          variant={option === value ? 'filled' : 'default'}
          size="sm"
          px="md"
          aria-pressed={option === value}
          onClick={() => onChange(option)}
        >
          {option === null ? all : options[option].label}
        </Button>
      ))}
    </Group>
  )
}
