import { Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { CopyButton } from '#web/ui/CopyButton.tsx'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper component="section" withBorder p="lg" radius="md" aria-label={title}>
      <Title order={2} size="h5" mb="sm">
        {title}
      </Title>
      {children}
    </Paper>
  )
}

type Props = {
  readonly label: string
  readonly value?: string | null | undefined
  /** Instead of the value, where more than a text shows it. */
  readonly children?: ReactNode
  /** What a button beside it copies: 'a chave PIX'. */
  readonly copies?: string
  readonly isWhole?: boolean
}

/** One thing the profile knows of a person; 'Não informado' where it does not. */
export function Detail({ label, value, children, copies, isWhole = false }: Props) {
  return (
    <div className={isWhole ? 'whole' : undefined}>
      <dt>{label}</dt>
      <dd>
        {children ??
          (value ? (
            <span>{value}</span>
          ) : (
            <Text component="span" c="dimmed" inherit>
              Não informado
            </Text>
          ))}
        {copies && value && <CopyButton value={value} label="Copiar" what={copies} />}
      </dd>
    </div>
  )
}
