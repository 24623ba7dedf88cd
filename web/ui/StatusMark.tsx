import './StatusMark.css'
import type { ReactNode } from 'react'

/**
 * The state of something: done, waiting for somebody, being looked at, gone wrong, or over. The words carry the
 * meaning; the colour only helps.
 */
export type Tone = 'done' | 'wait' | 'look' | 'bad' | 'over'

export function StatusMark({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="status-mark" data-tone={tone}>
      {children}
    </span>
  )
}
