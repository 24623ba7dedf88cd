import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { countText } from '#web/text/numbers.ts'
import { unreadQuery } from './unread.ts'

/** The bell: leads to the inbox, and says how many notices are new. What cannot be read shows no number. */
export function NoticesLink({ onClick }: { onClick?: () => void }) {
  const { data: unread = 0 } = useQuery(unreadQuery)
  return (
    <Link
      to="/notices"
      className="notices-link"
      aria-label={unread > 0 ? `Avisos, ${countText(unread, 'novo', 'novos')}` : 'Avisos'}
      {...(onClick ? { onClick } : {})}
    >
      <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
        <path
          d="M12 3a6 6 0 0 0-6 6v4l-2 3h16l-2-3V9a6 6 0 0 0-6-6Zm-2 16a2 2 0 0 0 4 0"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {unread > 0 && (
        <span className="notices-count" aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </Link>
  )
}
