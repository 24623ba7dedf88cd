-- What was signed or cosigned is only ever added to: a checkpoint that disappeared could be signed again with another past.
CREATE FUNCTION refuse_checkpoint_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'checkpoints and cosignatures are only ever added to' USING ERRCODE = 'check_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER checkpoints_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON checkpoints
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_checkpoint_change();--> statement-breakpoint
CREATE TRIGGER checkpoint_days_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON checkpoint_days
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_checkpoint_change();--> statement-breakpoint
CREATE TRIGGER cosignatures_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON cosignatures
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_checkpoint_change();
