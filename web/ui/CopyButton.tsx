import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'

const SHOWN_MS = 2_000

type Props = {
  readonly value: string
  readonly label: string
  /**
   * Names the copied value for screen readers ('a chave PIX'). A button with it is small, because it stands beside
   * the value.
   */
  readonly what?: string
}

/** Copies a text, and says for two seconds that it did, or that the browser would not. */
export function CopyButton({ value, label, what }: Props) {
  const { copied, copy, error } = useClipboard({ timeout: SHOWN_MS })
  const isSaying = copied || error !== null
  const looks = what
    ? ({ size: 'compact-md', variant: 'light', mih: 44, miw: 88 } as const)
    : ({ variant: copied ? 'light' : 'filled' } as const)
  return (
    <Button {...looks} onClick={() => copy(value)} aria-label={what && !isSaying ? `${label} ${what}` : undefined}>
      <span aria-live="polite">{error ? 'Não copiou' : copied ? 'Copiado!' : label}</span>
    </Button>
  )
}
