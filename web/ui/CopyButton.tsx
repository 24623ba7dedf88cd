import { Button, CopyButton as Copier } from '@mantine/core'

/** Copies a text, and says for two seconds that it did. */
export function CopyButton({ value, label, copiedLabel = 'Copiado!' }: { value: string; label: string; copiedLabel?: string }) {
  return (
    <Copier value={value} timeout={2000}>
      {({ copied, copy }) => (
        <Button variant={copied ? 'light' : 'filled'} onClick={copy} aria-live="polite">
          {copied ? copiedLabel : label}
        </Button>
      )}
    </Copier>
  )
}
