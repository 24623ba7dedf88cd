import { useEffect, useRef, useState } from 'react'
import { findPixTransaction } from '#contracts/payment/pix-transaction.ts'
import { failureText } from '#web/api/client.ts'
import { saveDraft } from '#web/api/drafts.ts'
import { eachOf } from '#web/api/together.ts'
import { useDraft } from '#web/ui/useDraft.ts'
import { useSendReceipt } from './api.ts'
import type { Donation } from './api.ts'
import { isUnanswered } from './each.ts'
import { partDraft } from './PartField.tsx'
import { lacksPayer } from './PayerField.tsx'
import { isWrongPixId } from './PixTransactionField.tsx'
import { useChosenReceipt } from './useChosenReceipt.ts'

type Asked = {
  readonly donation: Donation
  readonly shared: File | undefined
  readonly sharedText: string
  readonly amount: number | null | undefined
  readonly onSent: (() => void) | undefined
}

type Typed = { readonly payer: string | null; readonly pixId: string }
const nothingTyped: Typed = { payer: null, pixId: '' }

/** The picture of a payment with what is said of it, and how it is sent: all of it stays until the server has it. */
export function useReceiptForm({ donation, shared, sharedText, amount, onSent }: Asked) {
  const send = useSendReceipt()
  const { chosen, fault, isReading, choose, forget } = useChosenReceipt(shared)
  const [sent, setSent] = useState(0)
  const [typed, setTyped, forgetTyped] = useDraft<Typed>(`pagamento:${donation.id}`, nothingTyped)
  const [sharedId, setSharedId] = useState(findPixTransaction(sharedText))
  const { payer } = typed
  const pixId = sharedId ?? typed.pixId
  const [isTried, setTried] = useState(false)
  const [payerField, pixField] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  // One transaction is of one donation in the ledger, also when it is sent again after an answer was lost.
  const paidBy = useRef<string | null>(null)
  const before = useRef(donation.receipt_sent_at)

  const done = () => {
    if (chosen) forget(chosen)
    setSharedId(null)
    setTyped(nothingTyped)
    forgetTyped()
    saveDraft(partDraft(donation), null)
    setTried(false)
    paidBy.current = null
    onSent?.()
  }
  const upload = async () => {
    if (!chosen || send.isPending || amount === null) return
    setTried(true)
    if (isWrongPixId(pixId)) return pixField.current?.focus()
    if (lacksPayer(payer)) return payerField.current?.focus()
    setSent(0)
    before.current = donation.receipt_sent_at
    paidBy.current ??= eachOf(donation)[0]!.id
    const pixTransaction = pixId.trim() || undefined
    const said = { pixTransaction, paidBy: paidBy.current, payerName: payer?.trim(), amount }
    try {
      await send.mutateAsync({ donation, picture: chosen.file, ...said, onProgress: setSent })
    } catch {
      // Said beside the picture, which stays chosen.
      return
    }
    done()
  }
  useEffect(() => {
    if (donation.status !== 'PENDING_CONFIRMATION' || !isUnanswered(send.error)) return
    // The server took it: only its answer was lost.
    if (donation.receipt_sent_at === before.current) return
    send.reset()
    done()
  })

  return {
    chosen,
    isReading,
    error: fault ?? (send.error ? { said: failureText(send.error, 'Erro ao enviar comprovante') } : null),
    choose: (file: File | null) => {
      if (file) send.reset()
      void choose(file)
    },
    isSending: send.isPending,
    sent,
    upload,
    payer: {
      value: payer,
      onChange: (name: string | null) => setTyped({ ...typed, payer: name }),
      isTried,
      ref: payerField,
    },
    pix: {
      value: pixId,
      onChange: (id: string) => {
        paidBy.current = null
        setSharedId(null)
        setTyped({ ...typed, pixId: id })
      },
      ref: pixField,
    },
  }
}
