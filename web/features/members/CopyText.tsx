import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'

/** A small way to copy a text; says for two seconds that it did, or that the browser would not. */
export function CopyText({ value, what }: { value: string; what: string }) {
  const { copied, copy, error } = useClipboard({ timeout: 2000 })
  const word = error ? 'Não copiou' : copied ? 'Copiado!' : 'Copiar'
  return (
    <Button
      variant={copied ? 'light' : 'subtle'}
      size="compact-sm"
      miw={72}
      onClick={() => copy(value)}
      aria-label={copied || error ? undefined : `Copiar ${what}`}
    >
      <span aria-live="polite">{word}</span>
    </Button>
  )
}
