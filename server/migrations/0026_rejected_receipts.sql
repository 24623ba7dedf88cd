CREATE TABLE "rejected_receipts" (
	"circle_id" uuid NOT NULL,
	"donation_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"receipt_sha256" text,
	"receipt_pixel_hash" text,
	"sent_at" timestamp with time zone NOT NULL,
	"rejected_at" timestamp with time zone NOT NULL,
	"reason" text,
	"receipt_signed" boolean,
	"rejection_signed" boolean NOT NULL,
	CONSTRAINT "rejected_receipts_circle_id_donation_id_attempt_pk" PRIMARY KEY("circle_id","donation_id","attempt")
);
--> statement-breakpoint
DROP INDEX "reports_donation";--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "receipt_left_ms" bigint;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "rejections" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "rejected_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "rejected_receipts" ADD CONSTRAINT "rejected_receipts_circle_id_donation_id_donations_circle_id_id_fk" FOREIGN KEY ("circle_id","donation_id") REFERENCES "public"."donations"("circle_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rejected_receipts_receipt" ON "rejected_receipts" USING btree ("receipt_sha256") WHERE "rejected_receipts"."receipt_sha256" is not null;--> statement-breakpoint
CREATE INDEX "reports_of_donation" ON "reports" USING btree ("circle_id","donation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_one_open" ON "reports" USING btree ("circle_id","donation_id") WHERE "reports"."ended_at" is null;