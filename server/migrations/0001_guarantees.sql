-- What SQL can say of the rules, said here too, so that no code path and no hand at a console can break it unnoticed.

-- A plan gives back what it takes when every level is paid by its own members' contributions and owes nothing on completion.
CREATE FUNCTION plan_is_balanced(plan jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(count(*) = 3 AND bool_and(
    (level ->> 'contributes')::boolean
    AND jsonb_array_length(level -> 'owed') = 0
    AND level ->> 'onCompletion' = 'back_of_queue'
  ), false)
  FROM jsonb_array_elements(plan -> 'levels') AS level
$$;--> statement-breakpoint
ALTER TABLE circles
  ADD CONSTRAINT circles_mode CHECK (mode IN ('demonstracao', 'real')),
  ADD CONSTRAINT circles_real_is_balanced CHECK (mode <> 'real' OR plan_is_balanced(plan)),
  ADD CONSTRAINT circles_real_names_operator CHECK (mode <> 'real' OR operator IS NOT NULL);--> statement-breakpoint
CREATE FUNCTION refuse_mode_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a circle keeps the mode it was made with' USING ERRCODE = 'check_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER circles_keep_mode BEFORE UPDATE OF mode ON circles
  FOR EACH ROW WHEN (OLD.mode IS DISTINCT FROM NEW.mode) EXECUTE FUNCTION refuse_mode_change();--> statement-breakpoint

-- Checked at commit: a move passes through positions that are still taken.
ALTER TABLE entries
  ADD CONSTRAINT entries_one_per_position UNIQUE (circle_id, level, position) DEFERRABLE INITIALLY DEFERRED,
  ADD CONSTRAINT entries_one_per_member UNIQUE (circle_id, level, member_id) DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint

-- An ended donation never changes again, but for the receipt of a person who was erased.
CREATE FUNCTION refuse_ended_donation_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an ended donation never changes again' USING ERRCODE = 'check_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER donations_ended_stay BEFORE UPDATE ON donations
  FOR EACH ROW WHEN (
    OLD.status IN ('CONFIRMED', 'EXPIRED', 'CANCELLED')
    AND (OLD.status, OLD.obligation_id, OLD.donor_id, OLD.receiver_id, OLD.turn_id, OLD.type, OLD.amount_cents, OLD.target, OLD.created_at, OLD.deadline_at, OLD.ended_at)
      IS DISTINCT FROM (NEW.status, NEW.obligation_id, NEW.donor_id, NEW.receiver_id, NEW.turn_id, NEW.type, NEW.amount_cents, NEW.target, NEW.created_at, NEW.deadline_at, NEW.ended_at)
  ) EXECUTE FUNCTION refuse_ended_donation_change();--> statement-breakpoint

-- The ledger is only ever added to.
CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is only ever added to' USING ERRCODE = 'check_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER ledger_stays BEFORE UPDATE OR DELETE ON ledger FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
