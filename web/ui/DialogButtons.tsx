import type { ReactNode } from 'react'

/** The buttons that end a dialog: at its foot, to the right, side by side, and as wide as the dialog on a phone. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className="dialog-footer">{children}</div>
}
