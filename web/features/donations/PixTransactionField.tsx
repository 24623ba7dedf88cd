import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Ref } from 'react'
import { findPixTransaction, isPixTransaction } from '#contracts/payment/pix-transaction.ts'

type Props = {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly ref: Ref<HTMLInputElement>
}

/** Whether something is typed that is no such id. */
export const isWrongPixId = (value: string): boolean => value.trim() !== '' && !isPixTransaction(value.trim())

/**
 * The id of the PIX transaction, which may stay empty. A bank's whole receipt can be pasted: the id is found in it. 'Colar' reads the
 * clipboard when it is pressed, where the browser allows it.
 */
export function PixTransactionField({ value, onChange, ref }: Props) {
  const [note, setNote] = useState<string | null>(null)
  const take = (text: string) => {
    setNote(null)
    onChange(findPixTransaction(text) ?? text.slice(0, 64))
  }
  const paste = async () => {
    try {
      const found = findPixTransaction(await navigator.clipboard.readText())
      if (found) take(found)
      else setNote('Não há um ID de transação no que foi copiado.')
    } catch {
      setNote('O navegador não deixou ler o que foi copiado. Toque no campo e cole.')
    }
  }
  return (
    <Group align="end" gap="xs" wrap="nowrap">
      <TextInput
        ref={ref}
        flex={1}
        miw={0}
        label="ID da transação PIX (opcional)"
        description="Está no comprovante do banco e começa com E. Ajuda quem recebe a achar o pagamento."
        value={value}
        error={isWrongPixId(value) ? 'O ID começa com E e tem 32 letras e números. Confira, ou deixe em branco.' : note}
        autoComplete="off"
        spellCheck={false}
        onPaste={(event) => {
          const found = findPixTransaction(event.clipboardData.getData('text'))
          if (!found) return
          event.preventDefault()
          take(found)
        }}
        onChange={(event) => take(event.currentTarget.value)}
      />
      {typeof navigator.clipboard?.readText === 'function' && (
        <Button variant="default" onClick={() => void paste()}>
          Colar
        </Button>
      )}
    </Group>
  )
}
