import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import './help.css'

/**
 * A title with a small '?' beside it that opens a paragraph of help below: a button like any other, so that the keyboard
 * and screen readers find it, and what is read stays open until it is closed.
 */
export function Help({ about, title, children }: { about: string; title: ReactNode; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <div className="help-title">
        {title}
        <button
          type="button"
          className="help-mark"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={`Ajuda sobre ${about}`}
          onClick={() => setOpen(!isOpen)}
        >
          <span aria-hidden="true">?</span>
        </button>
      </div>
      <p id={id} className="help-text" hidden={!isOpen}>
        {children}
      </p>
    </>
  )
}
