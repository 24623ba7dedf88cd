CREATE TABLE "audit" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"circle_id" uuid,
	"kind" text NOT NULL,
	"actor_id" uuid,
	"subject_id" uuid
);
--> statement-breakpoint
CREATE TABLE "receipt_sketches" (
	"circle_id" uuid NOT NULL,
	"donation_id" uuid NOT NULL,
	"donor_id" uuid NOT NULL,
	"receiver_id" uuid,
	"sent_at" timestamp with time zone NOT NULL,
	"sketch" text NOT NULL,
	CONSTRAINT "receipt_sketches_circle_id_donation_id_pk" PRIMARY KEY("circle_id","donation_id")
);
--> statement-breakpoint
ALTER TABLE "receipt_sketches" ADD CONSTRAINT "receipt_sketches_circle_id_donation_id_donations_circle_id_id_fk" FOREIGN KEY ("circle_id","donation_id") REFERENCES "public"."donations"("circle_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_subject" ON "audit" USING btree ("subject_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_circle" ON "audit" USING btree ("circle_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "receipt_sketches_donor" ON "receipt_sketches" USING btree ("circle_id","donor_id","sent_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "receipt_sketches_receiver" ON "receipt_sketches" USING btree ("circle_id","receiver_id","sent_at" DESC NULLS LAST);