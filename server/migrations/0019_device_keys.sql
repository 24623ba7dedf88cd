CREATE TABLE "device_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"circle_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"public_key" text NOT NULL,
	"device" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "device_keys_point" UNIQUE("circle_id","public_key")
);
--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "receipt_signed" boolean;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "confirmation_signed" boolean;--> statement-breakpoint
ALTER TABLE "device_keys" ADD CONSTRAINT "device_keys_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_keys" ADD CONSTRAINT "device_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_keys_user" ON "device_keys" USING btree ("user_id","circle_id");--> statement-breakpoint
CREATE INDEX "ledger_hash" ON "ledger" USING btree ("circle_id","hash");