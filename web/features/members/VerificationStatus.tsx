import type { User } from './api.ts'
import { isUnverified, verificationText } from './user-list.ts'

/** Whether a person was verified, by a mark and in words. */
export function VerificationStatus({ user }: { user: User }) {
  const isOpen = isUnverified(user)
  return (
    <span className="user-verification" data-open={isOpen || undefined}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <circle cx="8" cy="8" r="7" fill="none" stroke="currentColor" strokeWidth="1.6" />
        <path
          d={isOpen ? 'M8 4.2V8l2.6 1.8' : 'M4.8 8.3l2.2 2.2 4.2-4.8'}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span>{verificationText(user)}</span>
    </span>
  )
}
