-- A receipt that waits today stopped its donor's clock when it was first sent, which only the ledger still tells: a row keeps the
-- moment of the latest. A report that was open then had held the clock since it was made, the donor's own for 14 days at most.
UPDATE donations SET receipt_left_ms = round(extract(epoch FROM
    donations.deadline_at - sent.at + coalesce(
      (SELECT greatest(interval '0', CASE WHEN reports.reporter_id = donations.donor_id
          THEN least(sent.at, reports.reported_at + interval '336 hours') ELSE sent.at END - reports.reported_at)
        FROM reports
        WHERE reports.circle_id = donations.circle_id AND reports.donation_id = donations.id
          AND reports.reported_at <= sent.at AND (reports.ended_at IS NULL OR reports.ended_at > sent.at)),
      interval '0')) * 1000)
  FROM (SELECT circle_id, payload ->> 'donationId' AS donation_id, min(at) AS at
    FROM ledger WHERE kind = 'donation.receipt_sent' GROUP BY 1, 2) AS sent
  WHERE donations.status = 'PENDING_CONFIRMATION'
    AND sent.circle_id = donations.circle_id AND sent.donation_id = donations.id::text;
--> statement-breakpoint
-- What was rejected stays: an attempt is added once, and only emptied for somebody who was erased.
CREATE FUNCTION refuse_rejection_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a rejected receipt stays as it was' USING ERRCODE = 'check_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER rejected_receipts_stay BEFORE UPDATE ON rejected_receipts
  FOR EACH ROW WHEN (
    (OLD.circle_id, OLD.donation_id, OLD.attempt, OLD.sent_at, OLD.rejected_at, OLD.receipt_signed, OLD.rejection_signed)
      IS DISTINCT FROM (NEW.circle_id, NEW.donation_id, NEW.attempt, NEW.sent_at, NEW.rejected_at, NEW.receipt_signed, NEW.rejection_signed)
    OR (NEW.receipt_sha256 IS NOT NULL AND NEW.receipt_sha256 IS DISTINCT FROM OLD.receipt_sha256)
    OR (NEW.reason IS NOT NULL AND NEW.reason IS DISTINCT FROM OLD.reason)
  ) EXECUTE FUNCTION refuse_rejection_change();
