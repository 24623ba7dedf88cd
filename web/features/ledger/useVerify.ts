import { useEffect, useRef, useState } from 'react'
import type { SignedHead } from '#circle/ledger/entry.ts'
import { failureText } from '#web/api/client.ts'
import { isAmong, keptHeads, saveHead, savedHeads } from './saved-heads.ts'
import { wholeLedger } from './source.ts'
import { UnreadableLedger, verifyOpenedLedger } from './verify.ts'
import { settleVerdict } from './watch.ts'
import type { Progress, Verification } from './worker-messages.ts'

export type VerifyState =
  | { readonly at: 'rest' }
  | { readonly at: 'work'; readonly progress: Progress | null }
  | { readonly at: 'done'; readonly verification: Verification }
  | { readonly at: 'failed'; readonly message: string }

/** Verifies when told to. `holder`: of this device's key; null for none. */
export function useVerify(holder: string | null) {
  const [state, setState] = useState<VerifyState>({ at: 'rest' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const verify = async (chosen: readonly SignedHead[]) => {
    const stop = new AbortController()
    running.current = stop
    setState({ at: 'work', progress: null })
    try {
      const verified = await verifyOpenedLedger({
        open: wholeLedger,
        holder,
        kept: keptHeads(),
        chosen,
        signal: stop.signal,
        onProgress: (progress) => setState({ at: 'work', progress }),
      })
      const isOwn = chosen.length === 0
      const verification = await settleVerdict(verified.verification, { holder, isOwn, signal: stop.signal })
      if (stop.signal.aborted) return
      // Only what somebody kept on purpose is spoken of.
      const kept = [...savedHeads(), ...chosen]
      const heldTo = verification.heldTo.filter(({ signature }) => isAmong(kept, signature))
      // An intact ledger is remembered automatically, so that every later one can be compared with it.
      if (verification.verdict.faultsFound === 0 && verification.areSignaturesChecked) saveHead(verification.head)
      setState({ at: 'done', verification: { ...verification, heldTo } })
    } catch (error) {
      if (!stop.signal.aborted) setState({ at: 'failed', message: messageOf(error) })
    }
  }
  return { state, verify }
}

function messageOf(error: unknown): string {
  if (error instanceof UnreadableLedger) return 'O que o servidor mandou não é um livro que se possa ler.'
  return failureText(error, 'Não foi possível baixar o livro inteiro. Tente de novo.')
}
