import './notices.css'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { fullMomentText } from '#web/text/dates.ts'
import { useReadNotices } from './api.ts'
import type { Notices } from './api.ts'

/** An address as the router takes it: the page, and its search and place apart. */
function linkOf(to: string) {
  const { pathname, search, hash } = new URL(to, location.origin)
  return {
    to: pathname,
    ...(search === '' ? {} : { search: Object.fromEntries(new URLSearchParams(search)) as never }),
    ...(hash === '' ? {} : { hash: hash.slice(1) }),
  }
}

/**
 * The notices of a page. Seeing them marks them as read; those that were new stay marked while the page is open. What
 * was kept from an earlier visit (`isFresh` is false) says nothing of what is new now.
 */
export function NoticeList({ notices, isFresh }: { notices: Notices['data']; isFresh: boolean }) {
  const [seenNew, setSeenNew] = useState<ReadonlySet<string>>(new Set())
  const { mutate } = useReadNotices()
  const unread = !isFresh ? [] : notices.filter(({ read }) => !read).map(({ id }) => id)
  const newest = unread[0]
  useEffect(() => {
    if (newest !== undefined) mutate(newest)
  }, [newest, mutate])
  const shownNew = new Set([...seenNew, ...unread])
  if (shownNew.size > seenNew.size) setSeenNew(shownNew)
  return (
    <ol className="notices" aria-label="Avisos">
      {notices.map(({ id, at, text, to }) => (
        <li key={id} data-new={shownNew.has(id) || undefined}>
          <Link {...linkOf(to)} className="notice">
            {shownNew.has(id) && <span className="notice-new">Novo</span>}
            <span className="notice-text">{text}</span>
            <time dateTime={at}>{fullMomentText(at)}</time>
          </Link>
        </li>
      ))}
    </ol>
  )
}
