// Figures of the specification, section 9, that screens and server share.

export const QUEUE_CAPACITY = 100
export const PAGE_LIMIT_MAX = 100
export const HISTORY_PAGE_SIZE = 20
export const REPORTS_PAGE_SIZE = 20
export const ADMIN_PAGE_SIZE = 10
export const CIRCLES_PAGE_SIZE = 5
export const USERS_PAGE_SIZE = 10
export const QUEUE_PAGE_SIZE = 10
export const MEMBER_REPORT_PAGE_SIZES = [10, 20, 50] as const
export const ADMIN_DONATION_PAGE_SIZES = [10, 20, 50, 100] as const
export const LEDGER_PAGE_SIZE = 50
export const ACCESS_LOG_PAGE_SIZE = 20
export const CHANGES_PAGE_SIZE = 5
export const QUEUE_CHANGES_PAGE_SIZE = 20
/** Characters of the reason of a change of the queue. */
export const QUEUE_REASON_MAX = 300
/** So many are removed from a queue at once without typing the number. */
export const REMOVED_WITHOUT_NUMBER_MAX = 5
export const IMAGE_BYTES_MAX = 5 * 1024 * 1024
/** Room for an image of 5 MB in base64 and what stands around it. */
export const IMAGE_BODY_BYTES = 7_340_032
/** Three QR pictures of at most 400×400 and the fields of a registration. */
export const REGISTRATION_BODY_BYTES = 4_194_304
export const IMAGE_SIDE_PIXELS = 400
export const PASSWORD_LENGTH_MIN = 8
export const PASSWORD_LENGTH_MAX = 128
/** A backup's passphrase: the file can be tried for years. */
export const PASSPHRASE_LENGTH_MIN = 12
export const AGE_MIN = 18
/** The longest silence of the live stream, so that a connection that died unnoticed is found out. */
export const EVENTS_HEARTBEAT_MS = 15_000
/** For how many days the console lists a contribution whose deadline passed unpaid: it is void, and nobody owes it. */
export const MISSED_DAYS = 30
/** Characters of the reason for which somebody is suspended, removed or reinstated. */
export const STANDING_REASON_MAX = 500
/** The bounds of the days that a receiver has to confirm or reject a receipt. */
export const ANSWER_DAYS_MIN = 2
export const ANSWER_DAYS_MAX = 15
/** Characters of one text of a case. */
export const CASE_TEXT_MAX = 2000
/** The texts that one person may add to one case in a day. */
export const CASE_ENTRIES_PER_DAY = 10
/** The longest time that the administration may give for an answer. */
export const CASE_ANSWER_DAYS_MAX = 60

/** A segment is archived each minute; the continuous archive that has had none for so long stands still. */
export const ARCHIVE_OLD_MINUTES = 10
