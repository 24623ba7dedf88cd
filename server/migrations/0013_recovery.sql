CREATE TABLE "recovery_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email_index" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "password_temporary" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "recovery_requests_email" ON "recovery_requests" USING btree ("email_index","requested_at");