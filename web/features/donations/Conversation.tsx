import type { Donation } from './api.ts'
import { conversationOf, dayOfSaid } from './conversation.ts'
import type { Side } from './status-text.ts'

/** A donation's story as a short conversation: what each of the two did, in order, and what is awaited. */
export function Conversation({ donation, side }: { donation: Donation; side: Side }) {
  return (
    <ol className="conversation">
      {conversationOf(donation, side).map((said) => (
        <li key={`${said.text}${said.at}`} data-is={said.is}>
          <span className="wrap-anywhere">{said.text}</span>
          {said.at !== null && <span className="conversation-day">{dayOfSaid(said)}</span>}
        </li>
      ))}
    </ol>
  )
}
