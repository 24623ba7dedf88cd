-- A plan gives back what it takes when every level is paid by its own members' contributions and owes nothing on
-- completion. Said of the JSON itself: exactly these keys, of these types, within these bounds. Anything else, NULL
-- included, is not balanced. `isBalanced` in circle/plan.ts says the same; a property test holds both equal.
CREATE OR REPLACE FUNCTION plan_is_balanced(plan jsonb) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  level jsonb;
BEGIN
  IF jsonb_typeof(plan) IS DISTINCT FROM 'object'
    OR (SELECT array_agg(key ORDER BY key COLLATE "C") FROM jsonb_object_keys(plan) AS key)
      IS DISTINCT FROM ARRAY['deadlineDays', 'levels', 'name', 'version']
    OR jsonb_typeof(plan -> 'name') IS DISTINCT FROM 'string'
    OR plan ->> 'name' = ''
    OR json_is_whole(plan -> 'version', 1, 1000000) IS NOT TRUE
    OR json_is_whole(plan -> 'deadlineDays', 1, 365) IS NOT TRUE
    OR jsonb_typeof(plan -> 'levels') IS DISTINCT FROM 'array'
  THEN
    RETURN false;
  END IF;
  IF jsonb_array_length(plan -> 'levels') NOT BETWEEN 1 AND 3 THEN
    RETURN false;
  END IF;
  FOR level IN SELECT jsonb_array_elements(plan -> 'levels') LOOP
    IF jsonb_typeof(level) IS DISTINCT FROM 'object'
      OR (SELECT array_agg(key ORDER BY key COLLATE "C") FROM jsonb_object_keys(level) AS key)
        IS DISTINCT FROM ARRAY['contributes', 'donationCents', 'onCompletion', 'owed', 'owedWhen', 'required']
      OR json_is_whole(level -> 'donationCents', 1, 100000000) IS NOT TRUE
      OR json_is_whole(level -> 'required', 1, 99) IS NOT TRUE
      OR level -> 'contributes' IS DISTINCT FROM 'true'::jsonb
      OR level -> 'owed' IS DISTINCT FROM '[]'::jsonb
      OR (level -> 'owedWhen' IN ('"upgrade_accepted"'::jsonb, '"level_completed"'::jsonb)) IS NOT TRUE
      OR level -> 'onCompletion' IS DISTINCT FROM '"back_of_queue"'::jsonb
    THEN
      RETURN false;
    END IF;
  END LOOP;
  RETURN true;
END
$$;--> statement-breakpoint
CREATE FUNCTION json_is_whole(value jsonb, lowest bigint, highest bigint) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF jsonb_typeof(value) IS DISTINCT FROM 'number' THEN
    RETURN false;
  END IF;
  RETURN value::numeric = trunc(value::numeric) AND value::numeric BETWEEN lowest AND highest;
END
$$;--> statement-breakpoint

-- What a member of a real circle may be asked for: this period's contribution, and the settlement of who leaves early,
-- at the amounts of the plan that everybody accepted.
CREATE FUNCTION refuse_invented_obligation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  circle record;
BEGIN
  SELECT mode, plan INTO circle FROM circles WHERE id = NEW.circle_id;
  IF circle.mode IS DISTINCT FROM 'real' THEN
    RETURN NEW;
  END IF;
  IF NEW.type NOT IN ('PULL', 'SETTLEMENT')
    OR NEW.target NOT BETWEEN 1 AND jsonb_array_length(circle.plan -> 'levels')
    OR (circle.plan -> 'levels' -> (NEW.target - 1) -> 'donationCents') IS DISTINCT FROM to_jsonb(NEW.amount_cents)
  THEN
    RAISE EXCEPTION 'a real circle asks only for what its plan says' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER obligations_by_plan BEFORE INSERT OR UPDATE OF circle_id, type, amount_cents, target ON obligations
  FOR EACH ROW EXECUTE FUNCTION refuse_invented_obligation();--> statement-breakpoint

-- A plan is frozen as soon as anybody was asked for anything. What says so are the obligations themselves, not a
-- counter that can be set back.
DROP TRIGGER circles_plan_frozen ON circles;--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_plan_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM obligations WHERE circle_id = OLD.id) THEN
    RAISE EXCEPTION 'a plan in use is frozen' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER circles_plan_frozen BEFORE UPDATE OF plan ON circles
  FOR EACH ROW WHEN (OLD.plan IS DISTINCT FROM NEW.plan) EXECUTE FUNCTION refuse_plan_change();--> statement-breakpoint

-- Records are only ever added to; a TRUNCATE passes by the triggers of rows and is refused by its own.
CREATE FUNCTION refuse_record_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER ledger_not_emptied BEFORE TRUNCATE ON ledger EXECUTE FUNCTION refuse_record_change();--> statement-breakpoint
CREATE TRIGGER audit_not_emptied BEFORE TRUNCATE ON audit EXECUTE FUNCTION refuse_record_change();--> statement-breakpoint
CREATE TRIGGER acceptances_not_emptied BEFORE TRUNCATE ON terms_acceptances EXECUTE FUNCTION refuse_record_change();--> statement-breakpoint
CREATE TRIGGER acceptances_stay BEFORE UPDATE ON terms_acceptances FOR EACH ROW EXECUTE FUNCTION refuse_record_change();--> statement-breakpoint
CREATE TRIGGER audit_not_edited BEFORE UPDATE ON audit FOR EACH ROW EXECUTE FUNCTION refuse_record_change();--> statement-breakpoint
-- Access records are kept for six months (Marco Civil, art. 15), and nothing younger can be deleted by anybody.
CREATE TRIGGER audit_kept BEFORE DELETE ON audit
  FOR EACH ROW WHEN (OLD.at > now() - interval '183 days') EXECUTE FUNCTION refuse_record_change();
