CREATE TABLE "simulations" (
	"plan_hash" text NOT NULL,
	"members" integer NOT NULL,
	"simulator" integer NOT NULL,
	"plan_name" text NOT NULL,
	"plan_version" integer NOT NULL,
	"outcome" jsonb NOT NULL,
	"computed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "simulations_plan_hash_members_simulator_pk" PRIMARY KEY("plan_hash","members","simulator")
);
--> statement-breakpoint
ALTER TABLE "circles" ADD COLUMN "open_for_registration" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "circles" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "circles" ADD COLUMN "replaced_by" uuid;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "circle_id" uuid;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "circles_one_open" ON "circles" USING btree ("open_for_registration") WHERE "circles"."open_for_registration";--> statement-breakpoint
-- Who registered until now came into the first circle, and goes on to.
UPDATE "circles" SET "open_for_registration" = true WHERE "id" = (SELECT "id" FROM "circles" ORDER BY "created_at", "id" LIMIT 1);--> statement-breakpoint
ALTER TABLE "circles"
  ADD CONSTRAINT "circles_replaced_by" FOREIGN KEY ("replaced_by") REFERENCES "circles"("id"),
  ADD CONSTRAINT "circles_real_never_ends" CHECK ("mode" <> 'real' OR ("ended_at" IS NULL AND "replaced_by" IS NULL)),
  ADD CONSTRAINT "circles_ended_is_closed" CHECK ("ended_at" IS NULL OR NOT "open_for_registration"),
  ADD CONSTRAINT "circles_operator_named" CHECK ("operator" IS NULL OR (
    coalesce(btrim("operator" ->> 'name'), '') <> ''
    AND coalesce(btrim("operator" ->> 'document'), '') <> ''
    AND coalesce(btrim("operator" ->> 'contact'), '') <> ''
    AND coalesce(btrim("operator" ->> 'dataProtectionContact'), '') <> ''
  ));--> statement-breakpoint
-- What members agreed to is what they are asked for, from the first donation on.
CREATE FUNCTION refuse_plan_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a plan in use is frozen' USING ERRCODE = 'check_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER circles_plan_frozen BEFORE UPDATE OF plan ON circles
  FOR EACH ROW WHEN (OLD.donations_made > 0 AND OLD.plan IS DISTINCT FROM NEW.plan) EXECUTE FUNCTION refuse_plan_change();
--> statement-breakpoint
-- When contributions were asked for: a handful of lines among all of a ledger's.
CREATE INDEX "ledger_pulls" ON "ledger" ("circle_id", "seq" DESC) WHERE "kind" = 'pull.generated';
