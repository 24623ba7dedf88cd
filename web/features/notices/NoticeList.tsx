import './notices.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { request } from '#web/api/client.ts'
import { quietly } from '#web/api/quietly.ts'
import { circleQuery } from '#web/features/circle/api.ts'
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

/** An administrator of several circles goes to that of the notice, whichever is on screen. */
function useOpening() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data: circle } = useQuery(circleQuery)
  return (event: React.MouseEvent, { to, circleId }: { to: string; circleId: string | null }) => {
    if (circleId === null || circleId === circle?.id) return
    event.preventDefault()
    // Gone there before anything is read anew: an organiser's own part puts its own circle on screen.
    const goes = async () => {
      await quietly(() => request('POST /admin/circles/{id}/select', { params: { id: circleId } }))
      await navigate(linkOf(to))
      await client.resetQueries()
    }
    void goes()
  }
}

/**
 * The notices of a page. Seeing them marks them as read; those that were new stay marked while the page is open. What
 * was kept from an earlier visit (`isFresh` is false) says nothing of what is new now.
 */
export function NoticeList({ notices, isFresh }: { notices: Notices['data']; isFresh: boolean }) {
  const [seenNew, setSeenNew] = useState<ReadonlySet<string>>(new Set())
  const { mutate } = useReadNotices()
  const opens = useOpening()
  const unread = !isFresh ? [] : notices.filter(({ read }) => !read).map(({ id }) => id)
  const newest = unread[0]
  useEffect(() => {
    if (newest !== undefined) mutate(newest)
  }, [newest, mutate])
  const shownNew = new Set([...seenNew, ...unread])
  if (shownNew.size > seenNew.size) setSeenNew(shownNew)
  return (
    <ol className="notices" aria-label="Avisos">
      {notices.map(({ id, at, text, to, circle_id: circleId }) => (
        <li key={id} data-new={shownNew.has(id) || undefined}>
          <Link {...linkOf(to)} onClick={(event) => opens(event, { to, circleId })} className="notice">
            {shownNew.has(id) && <span className="notice-new">Novo</span>}
            <span className="notice-text">{text}</span>
            <time dateTime={at}>{fullMomentText(at)}</time>
          </Link>
        </li>
      ))}
    </ol>
  )
}
