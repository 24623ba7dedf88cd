import { Alert } from '@mantine/core'
import { useEffect, useState } from 'react'
import { isPinned, readPin } from '#web/worker/pin.ts'
import type { Pin } from '#web/worker/pin.ts'

/** A server that is changed to another release may show one and name the other for so long. */
const CHANGING_MS = 15 * 60_000

/** Says on every page that the server shows others than those of a release, and that this device goes on with its own. */
export function PagesAlert() {
  const [strange, setStrange] = useState<Pin | null>(null)
  useEffect(() => {
    void readPin().then((kept) => setStrange(isPinned(kept) && isStrange(kept, Date.now()) ? kept : null))
  }, [])
  if (!strange) return null
  return (
    <Alert color="red" role="alert" mb="lg" title="O servidor mostra outras páginas">
      Elas não são de uma versão publicada, e este aparelho não as abriu. Você vê as que ele guardou, da versão{' '}
      {strange.list.version}. Conte ao grupo, e pergunte a quem cuida do servidor o que mudou.
    </Alert>
  )
}

/** Other pages that were seen once, before the network went or the server failed, may be an update: they are told once seen again. */
export function isStrange(
  { strangeSince, strangeAt = 0, keptUntil }: Pick<Pin, 'strangeSince' | 'strangeAt' | 'keptUntil'>,
  now: number,
): boolean {
  return keptUntil > now || (strangeSince !== null && strangeAt - strangeSince > CHANGING_MS)
}
