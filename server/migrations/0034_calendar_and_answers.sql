CREATE TABLE "pix_transactions" (
	"hash" text PRIMARY KEY NOT NULL,
	"circle_id" uuid NOT NULL,
	"donation_id" uuid NOT NULL,
	"first_sent_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "donations_late";--> statement-breakpoint
ALTER TABLE "circles" ADD COLUMN "calendar" jsonb;--> statement-breakpoint
ALTER TABLE "circles" ADD COLUMN "calendar_period" text;--> statement-breakpoint
ALTER TABLE "circles" ADD COLUMN "answer_days" integer DEFAULT 5 NOT NULL;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "answer_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "answer_reminders" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "pix_transaction" text;--> statement-breakpoint
ALTER TABLE "rejected_receipts" ADD COLUMN "pix_transaction" text;--> statement-breakpoint
ALTER TABLE "pix_transactions" ADD CONSTRAINT "pix_transactions_circle_id_donation_id_donations_circle_id_id_fk" FOREIGN KEY ("circle_id","donation_id") REFERENCES "public"."donations"("circle_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pix_transactions_donation" ON "pix_transactions" USING btree ("circle_id","donation_id");--> statement-breakpoint
CREATE INDEX "donations_late" ON "donations" USING btree (coalesce("donations"."answer_due_at", "donations"."deadline_at")) WHERE "donations"."status" = 'PENDING_CONFIRMATION';--> statement-breakpoint
ALTER TABLE "circles" ADD CONSTRAINT "circles_answer_days" CHECK ("circles"."answer_days" between 2 and 15);