-- A report's time is the ledger's: the rules compute deadlines from it, and the verifier from the ledger alone.
UPDATE "reports" SET "reported_at" = "ledger"."at"
FROM "ledger"
WHERE "ledger"."circle_id" = "reports"."circle_id"
  AND "ledger"."kind" = 'donation.reported'
  AND "ledger"."payload" ->> 'reportId' = "reports"."id"::text
  AND "reports"."reported_at" <> "ledger"."at";
