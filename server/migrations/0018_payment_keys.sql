CREATE TABLE "payment_keys" (
	"circle_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"state" text NOT NULL,
	"commitment" text NOT NULL,
	"sealed" text,
	"asked_by" text,
	"created_at" timestamp with time zone NOT NULL,
	"holds_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"pix_qr_sha256" text,
	"btc_qr_sha256" text,
	"usdt_qr_sha256" text,
	CONSTRAINT "payment_keys_circle_id_id_pk" PRIMARY KEY("circle_id","id"),
	CONSTRAINT "payment_keys_state" CHECK ("payment_keys"."state" in ('pending', 'current', 'former', 'dropped')),
	CONSTRAINT "payment_keys_open" CHECK ("payment_keys"."state" not in ('pending', 'current') or "payment_keys"."sealed" is not null),
	CONSTRAINT "payment_keys_waits" CHECK ("payment_keys"."state" <> 'pending' or ("payment_keys"."holds_at" is not null and "payment_keys"."asked_by" is not null))
);
--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "payment_key_id" uuid;--> statement-breakpoint
ALTER TABLE "payment_keys" ADD CONSTRAINT "payment_keys_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_keys_current" ON "payment_keys" USING btree ("circle_id","member_id") WHERE "payment_keys"."state" = 'current';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_keys_pending" ON "payment_keys" USING btree ("circle_id","member_id") WHERE "payment_keys"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "payment_keys_due" ON "payment_keys" USING btree ("holds_at") WHERE "payment_keys"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "payment_keys_member" ON "payment_keys" USING btree ("member_id");--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_circle_id_payment_key_id_payment_keys_circle_id_id_fk" FOREIGN KEY ("circle_id","payment_key_id") REFERENCES "public"."payment_keys"("circle_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "donations_open_key" ON "donations" USING btree ("circle_id","payment_key_id") WHERE "donations"."status" in ('PENDING_PAYMENT', 'PENDING_CONFIRMATION');--> statement-breakpoint
CREATE INDEX "ledger_payment_keys" ON "ledger" USING btree ("circle_id",("payload" ->> 'memberId')) WHERE "ledger"."kind" = 'payment_key.committed';--> statement-breakpoint

-- A donation keeps the key that it was matched with, and a version of a key is never made into another one.
CREATE FUNCTION refuse_other_payment_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a payment key stays what was promised' USING ERRCODE = 'check_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER donations_keep_payment_key BEFORE UPDATE OF payment_key_id ON donations
  FOR EACH ROW WHEN (OLD.payment_key_id IS NOT NULL AND OLD.payment_key_id IS DISTINCT FROM NEW.payment_key_id)
  EXECUTE FUNCTION refuse_other_payment_key();--> statement-breakpoint
CREATE TRIGGER payment_keys_keep_commitment BEFORE UPDATE ON payment_keys
  FOR EACH ROW WHEN ((OLD.circle_id, OLD.id, OLD.member_id, OLD.commitment) IS DISTINCT FROM (NEW.circle_id, NEW.id, NEW.member_id, NEW.commitment))
  EXECUTE FUNCTION refuse_other_payment_key();
